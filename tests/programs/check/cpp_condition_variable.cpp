// selvage-check: verified
// shows: std::condition_variable with a predicate
// strategies: source
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable condition;
  int value = 0;
  std::thread consumer([&] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [&] { return value != 0; });
    assert(value == 5);
  });
  {
    std::lock_guard guard(mutex);
    value = 5;
  }
  condition.notify_one();
  consumer.join();
}
