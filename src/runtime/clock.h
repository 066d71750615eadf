// Reading the virtual clock.
#pragma once

#include <time.h>

#include "runtime/host.h"
#include "runtime/loops.h"
#include "runtime/model.h"
#include "runtime/polled_clock.h"
#include "runtime/rounds.h"
#include "runtime/time.h"

namespace selvage::runtime {

inline constexpr int64_t kMonotonicStart = 1000;

// Every look at the clock moves it on by a microsecond, except in loops that poll it (polled_clock.h). The clock is the
// thread's own (see time.h): reading it is no operation that others could notice. A look for a deadline that decides nothing
// tells the thread nothing of the time that has passed for others.
inline uint64_t read_clock() {
  Thread& self = current_thread();
  // Where every wait may time out, the time of a deadline decides nothing.
  bool decides = !host().reads_deadline || host().configuration.timeouts != TimeoutMode::Explore;
  bool at_once = host().reads_instant != 0;
  host().reads_deadline = host().reads_instant = 0;
  if (decides && may_poll_clock(self)) return poll_clock(self, at_once);
  note_change(self);
  if (decides && self.follows_rounds) forget_rounds(self);
  uint64_t time = (decides ? self.now : self.own_now) + kClockStep;
  pass_own_time(self, time);
  return time;
}

// The seconds that a clock shows where virtual time is zero.
inline int64_t clock_start(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
      return host().configuration.start_time;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      return 0;
    default:
      return kMonotonicStart;
  }
}

inline timespec time_on(clockid_t clock, uint64_t now) {
  return timespec{static_cast<time_t>(now / 1'000'000'000) + clock_start(clock),
                  static_cast<long>(now % 1'000'000'000)};
}

}  // namespace selvage::runtime
