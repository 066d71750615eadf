#include "cli/interrupt.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

namespace selvage::cli {
namespace {

std::atomic<bool> interrupted_flag{false};
std::atomic<time_t> first_signal_time{0};
std::atomic<bool> was_forgotten{false};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<time_t>::is_always_lock_free);

// Tools such as timeout(1) send the same signal twice in a row: only a later one means impatience.
extern "C" void on_interrupt(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (was_forgotten && now.tv_sec <= first_signal_time + 1) return;
  if (!interrupted_flag.exchange(true)) {
    first_signal_time = now.tv_sec;
  } else if (now.tv_sec > first_signal_time + 1) {
    _exit(128 + signal);
  }
}

}  // namespace

const std::atomic<bool>& interrupted() { return interrupted_flag; }

void forget_interrupt() {
  was_forgotten = true;
  interrupted_flag = false;
}

void install_interrupt_handler() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    // nohup and background jobs of a shell ignore some of them; that stays so.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace selvage::cli
