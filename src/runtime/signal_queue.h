// Between the files that implement signals.
#pragma once

#include "runtime/signals.h"

namespace selvage::runtime {

inline constexpr int kLastSignal = 64;

// 32 and 33 belong to the C library.
inline bool valid_signal(int signal) { return signal >= 1 && signal <= kLastSignal && signal != 32 && signal != 33; }

// What no mask can hold.
inline constexpr uint64_t kNeverBlocked =
    uint64_t{1} << (SIGKILL - 1) | uint64_t{1} << (SIGSTOP - 1) | uint64_t{3} << 31;

// A handler with SA_ONSTACK is running.
inline bool on_signal_stack(const Thread& thread) {
  auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  return here >= thread.signal_stack_base && here < thread.signal_stack_base + thread.signal_stack_size;
}

// Makes a signal pending, for the process as a whole where `target` is null. False: the queue is full.
bool post_signal(Thread* target, int signal, int code, uint64_t value);
// The thread that would receive it.
unsigned receiver_number(const Thread* target, int signal);
// Forgets every pending instance.
void discard_signal(int signal);

}  // namespace selvage::runtime
