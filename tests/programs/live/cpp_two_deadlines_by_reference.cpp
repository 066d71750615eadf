// selvage-live: bug
// shows: two timed waits of a round find different times in one place of the stack, where there is nothing at the header
// finding: livelock
// check-options: --sharing full
// rounds: 10
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::atomic<bool> done{false};
static std::mutex mutex;
static std::condition_variable changed;
static const auto later = std::chrono::system_clock::from_time_t(4102444800);

int main() {
  std::thread thread([] {
    std::unique_lock<std::mutex> held(mutex);
    while (!done) {
      changed.wait_until(held, later);
      changed.wait_until(held, later);
    }
  });
  { std::lock_guard<std::mutex> held(mutex); }
  thread.join();
}
