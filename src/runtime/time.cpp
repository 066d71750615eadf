// The virtual clock behind deadlines; what the program reads from it is in clocks.cpp.
#include "runtime/time.h"

#include "runtime/clock.h"

namespace selvage::runtime {

namespace {

inline constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
// Programs write "for ever" as a time far away. A hundred years from the start count as no deadline at all.
inline constexpr int64_t kForever = 100ll * 366 * 24 * 3600;

uint64_t deadline_at(int64_t seconds, int64_t nanoseconds) {
  if (seconds < 0) return 1;
  if (seconds >= kForever) return 0;
  uint64_t deadline = static_cast<uint64_t>(seconds * kNanosecondsPerSecond + nanoseconds);
  return deadline ? deadline : 1;
}

}  // namespace

uint64_t deadline_of(clockid_t clock, const timespec& time) {
  int64_t seconds;
  if (__builtin_sub_overflow(time.tv_sec, clock_start(clock), &seconds)) return time.tv_sec < 0 ? 1 : 0;
  return deadline_at(seconds, time.tv_nsec);
}

uint64_t deadline_after(const timespec& duration) {
  if (duration.tv_sec >= kForever) return 0;
  uint64_t now = current_thread().now + static_cast<uint64_t>(duration.tv_nsec);
  return deadline_at(duration.tv_sec + static_cast<int64_t>(now / kNanosecondsPerSecond),
                     static_cast<int64_t>(now % kNanosecondsPerSecond));
}

void pass_deadline(uint64_t deadline) { pass_own_time(current_thread(), deadline); }

}  // namespace selvage::runtime
