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

// Makes a signal pending, for the process as a whole where `target` is null: nobody lets it through. False: the queue is
// full.
bool post_signal(Thread* target, int signal, int code, uint64_t value);
// Who gets a signal for the process, of those that let it through; null: nobody does.
Thread* receiver_of_process_signal(int signal, unsigned chosen);
// There are signals for the process: who lets them through, and when, matters to others (kProcessSignals).
void note_process_signals();
// Of the operations that change masks or take signals.
uint8_t process_signal_flags();
// What changes the mask behind something else that its thread does, is a step where signals for the process are sent.
void step_before_mask();
// Forgets every pending instance.
void discard_signal(int signal);

}  // namespace selvage::runtime
