// What named semaphores need to know of semaphores.
#pragma once

#include "runtime/model.h"

namespace selvage::runtime {

// Object::flags of a semaphore that sem_open made.
inline constexpr uint8_t kNamed = 1;

void start_semaphore(Object& semaphore, unsigned value);

}  // namespace selvage::runtime
