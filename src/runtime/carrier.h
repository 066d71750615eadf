// What carries the modelled threads: fibers in one OS thread, or one OS thread each that hand over by futex.
// Both run a thread on the same stack with the same thread-local storage, so that addresses do not differ.
#pragma once

#include <stdint.h>

#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

// Prepares the stack and context of a new thread so that switching to it enters thread_entry().
void prepare_thread(Thread& thread);

// Makes `next` the current thread and runs it; returns when somebody switches back.
void switch_to(Thread& next);
// The same for a thread that will never run again.
[[noreturn]] void switch_away(Thread& next);

// From the host: runs the current thread until the execution ends.
void enter_threads();
// From a thread (or its signal handler): back to the host. os-threads: ends the process, the host being its parent.
[[noreturn]] void leave_threads();

// The same in the middle of an execution: enter_threads() goes on from there.
void stop_at(StoppedAt place);

// From main at the snapshot point: main's context is saved, the host loop runs on its own stack; returns once per
// execution.
void park_main_and_run_host();

// Where every thread but main starts.
[[noreturn]] void thread_entry();

// A function that begins with __builtin_unwind_init() has what its callers keep in registers this close below its frame
// address.
inline constexpr uint64_t kSavedRegistersSize = 5 * sizeof(uint64_t);

// The processor and kernel were seen to have the instruction at the start.
inline void set_storage_base(uint64_t base) { __builtin_ia32_wrfsbase64(base); }

}  // namespace selvage::runtime
