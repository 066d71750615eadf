// Timers that send signals. They would interrupt threads at points of virtual time that no schedule knows: a program
// that sets one is told so. Switching a timer off that was never on works.
#include <sys/timerfd.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kTimerAdvice =
    "signals at points in time are not explored; let a thread of the test sleep and send the signal instead";
inline constexpr const char* kTimerDescriptorAdvice =
    "use a timed wait on a condition variable, or poll with a time-out, in the tested configuration";

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT unsigned alarm(unsigned seconds) {
  if (!modelling()) return REAL(alarm)(seconds);
  if (seconds) unmodelled("alarm", kTimerAdvice);
  return 0;
}

SELVAGE_INTERCEPT useconds_t ualarm(useconds_t value, useconds_t interval) {
  if (!modelling()) return REAL(ualarm)(value, interval);
  if (value) unmodelled("ualarm", kTimerAdvice);
  return 0;
}

SELVAGE_INTERCEPT int setitimer(int which, const itimerval* value, itimerval* old) {
  if (!modelling()) return REAL(setitimer)(static_cast<__itimer_which_t>(which), value, old);
  if (value && (value->it_value.tv_sec || value->it_value.tv_usec)) unmodelled("setitimer", kTimerAdvice);
  if (old) *old = itimerval{};
  return 0;
}

SELVAGE_INTERCEPT int getitimer(int which, itimerval* value) {
  if (!modelling()) return REAL(getitimer)(static_cast<__itimer_which_t>(which), value);
  *value = itimerval{};
  return 0;
}

SELVAGE_INTERCEPT int timer_create(clockid_t clock, sigevent* event, timer_t* timer) {
  if (!modelling()) return REAL(timer_create)(clock, event, timer);
  unmodelled("timer_create", kTimerAdvice);
}

SELVAGE_INTERCEPT int timerfd_create(clockid_t clock, int flags) {
  if (!modelling()) return REAL(timerfd_create)(static_cast<__clockid_t>(clock), flags);
  unmodelled("timerfd_create", kTimerDescriptorAdvice);
}
