// What the program is told about time: all of it comes from the virtual clock of the calling thread. Processor time
// is the same clock, counted from the start of the program.
#include <sys/resource.h>
#include <sys/timeb.h>
#include <sys/times.h>

#include <x86intrin.h>

#include "runtime/clock.h"
#include "runtime/host.h"
#include "runtime/identity.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kNanosecondsPerTick = 10'000'000;  // sysconf(_SC_CLK_TCK) is 100

bool known(clockid_t clock) {
  return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != 10 /* CLOCK_SGI_CYCLE */;
}

// What was said of a look at the clock that does not take place is not for the next one.
void forget_what_is_read() { host().reads_deadline = host().reads_instant = 0; }

int fail(int error) {
  forget_what_is_read();
  errno = error;
  return -1;
}

timeval wall_time() {
  timespec time = time_on(CLOCK_REALTIME, read_clock());
  return timeval{time.tv_sec, time.tv_nsec / 1000};
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int clock_gettime(clockid_t clock, timespec* result) {
  if (!modelling()) return REAL(clock_gettime)(clock, result);
  if (!known(clock)) return fail(EINVAL);
  *result = time_on(clock, read_clock());
  return 0;
}

SELVAGE_INTERCEPT int clock_getres(clockid_t clock, timespec* result) {
  if (!modelling()) return REAL(clock_getres)(clock, result);
  if (!known(clock)) return fail(EINVAL);
  if (result) *result = timespec{0, 1};
  return 0;
}

SELVAGE_INTERCEPT int clock_settime(clockid_t clock, const timespec* time) {
  if (!modelling()) return REAL(clock_settime)(clock, time);
  return fail(known(clock) ? EPERM : EINVAL);
}

SELVAGE_INTERCEPT int clock_getcpuclockid(pid_t process, clockid_t* clock) {
  if (!modelling()) return REAL(clock_getcpuclockid)(process, clock);
  if (process != 0 && process != virtual_process_id()) return ESRCH;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

SELVAGE_INTERCEPT int gettimeofday(timeval* result, void* zone) {
  if (!modelling()) return REAL(gettimeofday)(result, static_cast<struct timezone*>(zone));
  *result = wall_time();
  if (zone) memset(zone, 0, sizeof(struct timezone));
  return 0;
}

SELVAGE_INTERCEPT int settimeofday(const timeval* time, const struct timezone* zone) {
  if (!modelling()) return REAL(settimeofday)(time, zone);
  return fail(EPERM);
}

SELVAGE_INTERCEPT time_t time(time_t* result) {
  if (!modelling()) return REAL(time)(result);
  time_t seconds = wall_time().tv_sec;
  if (result) *result = seconds;
  return seconds;
}

SELVAGE_INTERCEPT int ftime(timeb* result) {
  if (!modelling()) return REAL(ftime)(result);
  timeval now = wall_time();
  *result = timeb{now.tv_sec, static_cast<unsigned short>(now.tv_usec / 1000), 0, 0};
  return 0;
}

SELVAGE_INTERCEPT int timespec_get(timespec* result, int base) {
  if (!modelling()) return REAL(timespec_get)(result, base);
  if (base != TIME_UTC) return forget_what_is_read(), 0;
  *result = time_on(CLOCK_REALTIME, read_clock());
  return base;
}

SELVAGE_INTERCEPT int timespec_getres(timespec* result, int base) {
  if (!modelling()) return reinterpret_cast<decltype(&timespec_getres)>(look_up_real("timespec_getres"))(result, base);
  if (base != TIME_UTC) return 0;
  if (result) *result = timespec{0, 1};
  return base;
}

SELVAGE_INTERCEPT clock_t clock() {
  if (!modelling()) return REAL(clock)();
  return static_cast<clock_t>(read_clock() / (1'000'000'000 / CLOCKS_PER_SEC));
}

SELVAGE_INTERCEPT clock_t times(tms* result) {
  if (!modelling()) return REAL(times)(result);
  auto ticks = static_cast<clock_t>(read_clock() / kNanosecondsPerTick);
  if (result) *result = tms{ticks, 0, 0, 0};
  return ticks + kMonotonicStart * 100;
}

SELVAGE_INTERCEPT int getrusage(int who, rusage* result) {
  if (!modelling()) return REAL(getrusage)(static_cast<__rusage_who_t>(who), result);
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) return fail(EINVAL);
  memset(result, 0, sizeof *result);
  if (who == RUSAGE_CHILDREN) return 0;
  timespec now = time_on(CLOCK_PROCESS_CPUTIME_ID, read_clock());
  result->ru_utime = timeval{now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

// Instrumented code calls this in place of the processor's cycle counter.
extern "C" __attribute__((visibility("default"))) uint64_t selvage_hook_cycle_counter() {
  if (!modelling()) return __rdtsc();
  return read_clock();
}
