// selvage-live: verified
// shows: a function of the program's own tells whether time is up, between two critical sections
#include <chrono>
#include <mutex>
#include <thread>

using Clock = std::chrono::steady_clock;

static std::mutex mutex;
static bool ready = false;

static bool is_late(Clock::time_point since) { return Clock::now() - since > std::chrono::milliseconds(200); }

static bool is_ready() {
  std::lock_guard guard(mutex);
  return ready;
}

int main() {
  std::thread thread([] {
    std::lock_guard guard(mutex);
    ready = true;
  });
  const auto start = Clock::now();
  while (!is_ready() && !is_late(start)) std::this_thread::yield();
  thread.join();
}
