// Waiting that goes on when somebody sets the clock. The NATS library waits until a time of day: with a clock that is set
// back by an hour in between, it would wait for an hour. So its calls come here instead of to the C library, and wait for
// as long as there was left at their beginning, by a clock that nobody sets.
#include "cluster/steady_waits.h"

#include <pthread.h>

#include <ctime>

namespace {

constexpr long kNanosecondsPerSecond = 1'000'000'000;

timespec normal(timespec time) {
  if (time.tv_nsec < 0) return {time.tv_sec - 1, time.tv_nsec + kNanosecondsPerSecond};
  if (time.tv_nsec >= kNanosecondsPerSecond) return {time.tv_sec + 1, time.tv_nsec - kNanosecondsPerSecond};
  return time;
}

}  // namespace

void selvage::cluster::wait_steadily() {}

// ThreadSanitizer has to see how the C library is called.
#if !__has_feature(thread_sanitizer)

// The executable comes before its libraries when names are looked up.
extern "C" __attribute__((visibility("default"))) int pthread_cond_timedwait(pthread_cond_t* condition,
                                                                             pthread_mutex_t* mutex,
                                                                             const timespec* until) {
  timespec now{}, steady{};
  clock_gettime(CLOCK_REALTIME, &now);
  clock_gettime(CLOCK_MONOTONIC, &steady);
  timespec left = normal({until->tv_sec - now.tv_sec, until->tv_nsec - now.tv_nsec});
  if (left.tv_sec < 0) left = {0, 0};
  timespec deadline = normal({steady.tv_sec + left.tv_sec, steady.tv_nsec + left.tv_nsec});
  return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &deadline);
}

#endif
