// What condition variables and the ends of threads need to know of mutexes.
#pragma once

#include <pthread.h>

#include "runtime/model.h"

namespace selvage::runtime {

// A flag that every kind of object uses for "destroyed, and not initialised again".
inline constexpr uint8_t kDestroyed = 128;

// The mutex, taken into the model on first use; misuse where it is neither initialised nor statically so.
Object& live_mutex(const pthread_mutex_t* mutex);

bool mutex_is_free(uint64_t address);
// EPERM where the mutex checks for errors and the thread does not hold it.
int release_for_wait(pthread_mutex_t* mutex);
int reacquire_after_wait(pthread_mutex_t* mutex);

// The current thread is ending: logs that it leaves behind the robust mutexes that it holds.
void leave_robust_mutexes();

}  // namespace selvage::runtime
