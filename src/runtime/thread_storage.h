// C library thread-local storage for modelled threads: errno, thread_local variables, exception state, locale.
// Each thread number has a slot at a fixed address, laid out by the C library's own loader; a thread starts with a
// fresh copy of the initial image, so the slots need no restoring between executions.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

void initialise_thread_storage();

// Sets thread.storage_base and brings its storage to the initial state.
void prepare_thread_storage(Thread& thread);

// All of it, initial image left out.
void visit_thread_storage(const Thread& thread, void (*visit)(uint64_t begin, uint64_t end));

}  // namespace selvage::runtime
