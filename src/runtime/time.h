// Virtual time. Each thread has a logical clock, passed on along happens-before: an operation on an object brings
// both the thread's and the object's clock to the later of the two. So the time a thread reads depends only on what
// happened before it, and independent operations stay independent. Sleeping and timing out advance the own clock.
#pragma once

#include <time.h>

#include "runtime/model.h"

namespace selvage::runtime {

// An operation of the current thread on an object: their clocks meet.
inline void meet(Object& object) {
  Thread& self = current_thread();
  if (object.now > self.now)
    self.now = object.now;
  else
    object.now = self.now;
}

// The same for an operation that learns nothing from the object, so that it does not matter who was there before.
inline void pass_time_on(Object& object) {
  if (object.now < current_thread().now) object.now = current_thread().now;
}

// And for one that leaves no trace of itself.
inline void take_time_over(const Object& object) {
  if (object.now > current_thread().now) current_thread().now = object.now;
}

// Time passes for the thread itself: it reads the clock, sleeps, or its wait has timed out.
inline void pass_own_time(Thread& self, uint64_t until) {
  if (until > self.own_now) self.own_now = until;
  if (until > self.now) self.now = until;
}

// Virtual nanoseconds of a point in time given in one of the system's clocks; 0 stands for "no deadline", so a
// point in the past becomes 1.
uint64_t deadline_of(clockid_t clock, const timespec& time);
uint64_t deadline_after(const timespec& duration);

// A wait of the current thread timed out: its clock stands at the deadline at least.
void pass_deadline(uint64_t deadline);

}  // namespace selvage::runtime
