// Thread-specific data and thread_local destructors.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// thread_local objects of C++, in reverse order of construction.
void run_thread_local_destructors(Thread& thread);
// Thread-specific data: up to PTHREAD_DESTRUCTOR_ITERATIONS rounds.
void run_key_destructors(Thread& thread);

}  // namespace selvage::runtime
