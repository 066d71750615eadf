// Which times make a difference to a thread that reads the clock: it is run ahead with each of many (look_ahead.h).
#pragma once

#include <stdint.h>

#include "runtime/model.h"

namespace selvage::runtime {

inline constexpr unsigned kMostLaterTimes = 3;

struct LaterTimes {
  bool is_known;     // false: the time may matter behind something that others could notice
  bool only_waits;   // with the time as it is, the thread only ends an iteration that changes nothing
  bool is_complete;  // there are no more than these
  bool is_open;  // there are more, or the time may matter behind where the last one leads: to be asked again from there
  Pending first;  // the access to shared memory that the thread comes to first, with the time as it is
  unsigned count;
  uint64_t
      passed[kMostLaterTimes];  // nanoseconds from now on after which it goes another way than with any earlier time
};

// Of a thread that is about to read the clock, at its saved context. Counted from the time that it has come to itself.
// `known`: see way_from_clock. Where the time may matter behind something that others could notice, there are later times only
// if they are asked for as well: those that lead another way before.
LaterTimes later_times_of_clock(Thread& t, const Pending* known, bool compared_at_once, bool also_where_unknown);

// Whether the access, or the attempt, that the thread has announced would bring it back to a header whatever the time: it
// reads the clock on the way.
bool waits_whatever_the_time(Thread& t, const char* bytes, const char* later);
bool waits_whatever_the_time_failing(Thread& t, Object* object);

}  // namespace selvage::runtime
