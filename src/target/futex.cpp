#include "target/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace selvage::target {

void futex_wait(uint32_t& word, uint32_t expected, std::chrono::nanoseconds timeout) {
  timespec time{.tv_sec = static_cast<time_t>(timeout.count() / 1'000'000'000),
                .tv_nsec = static_cast<long>(timeout.count() % 1'000'000'000)};
  syscall(SYS_futex, &word, FUTEX_WAIT, expected, &time, nullptr, 0);
}

void futex_wake(uint32_t& word) { syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0); }

}  // namespace selvage::target
