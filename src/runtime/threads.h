// Modelled threads: creation, end, join.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Runs destructors, announces the exit and leaves; the thread's function has returned or been unwound.
[[noreturn]] void finish_thread(void* result);

// Unwinds the current thread's stack, running cleanup handlers and destructors, then finishes it.
[[noreturn]] void unwind_thread(void* result);

// Makes the memory below a thread's stack inaccessible.
void guard_stack(const Thread& thread);

}  // namespace selvage::runtime
