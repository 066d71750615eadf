// sleep, usleep, nanosleep, clock_nanosleep: virtual time passes, real time does not.
#include "runtime/cancellation.h"
#include "runtime/clock.h"
#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/time.h"

namespace selvage::runtime {

namespace {

bool valid(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000; }

// 0, or EINTR with the time that was left. `own_deadline`: what the thread's own clock has come to then, at least.
int sleep_until(uint64_t deadline, uint64_t own_deadline, timespec* remaining) {
  Thread& self = current_thread();
  uint64_t duration = deadline > self.now ? deadline - self.now : 0;
  unsigned ended = announce(Announcement{.operation = Operation::Sleep, .value = duration, .deadline = deadline});
  cancellation_point();
  if (ended != kInterrupted) {
    if (deadline > self.now) self.now = deadline;
    pass_own_time(self, own_deadline);
    return 0;
  }
  uint64_t left = deadline > self.now ? deadline - self.now : 0;
  if (remaining)
    *remaining = timespec{static_cast<time_t>(left / 1'000'000'000), static_cast<long>(left % 1'000'000'000)};
  return EINTR;
}

int sleep_for(const timespec& duration, timespec* remaining) {
  cancellation_point();
  const Thread& self = current_thread();
  uint64_t deadline = deadline_after(duration);
  uint64_t own_deadline = deadline > self.now ? self.own_now + (deadline - self.now) : 0;
  return sleep_until(deadline, own_deadline, remaining);
}

int fail(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int nanosleep(const timespec* duration, timespec* remaining) {
  if (!modelling()) return REAL(nanosleep)(duration, remaining);
  if (duration->tv_sec < 0 || !valid(*duration)) return fail(EINVAL);
  return fail(sleep_for(*duration, remaining));
}

SELVAGE_INTERCEPT int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* remaining) {
  if (!modelling()) return REAL(clock_nanosleep)(clock, flags, time, remaining);
  if (time->tv_sec < 0 || !valid(*time)) return EINVAL;
  if (clock == CLOCK_THREAD_CPUTIME_ID) return EINVAL;
  if (!(flags & TIMER_ABSTIME)) return sleep_for(*time, remaining);
  cancellation_point();
  uint64_t deadline = deadline_of(clock, *time);
  return sleep_until(deadline, deadline, nullptr);
}

SELVAGE_INTERCEPT unsigned sleep(unsigned seconds) {
  if (!modelling()) return REAL(sleep)(seconds);
  timespec remaining{};
  if (sleep_for(timespec{seconds, 0}, &remaining) == 0) return 0;
  return static_cast<unsigned>(remaining.tv_sec + (remaining.tv_nsec >= 500'000'000));
}

SELVAGE_INTERCEPT int usleep(useconds_t microseconds) {
  if (!modelling()) return REAL(usleep)(microseconds);
  return fail(sleep_for(timespec{microseconds / 1'000'000, microseconds % 1'000'000 * 1000l}, nullptr));
}
