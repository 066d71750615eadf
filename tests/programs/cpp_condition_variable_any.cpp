// selvage-test: std::condition_variable_any works with a shared lock and loses no wake-up
// expect: completed
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_mutex lock;
  std::condition_variable_any changed;
  int value = 0;
  auto reader = [&] {
    std::shared_lock guard(lock);
    changed.wait(guard, [&] { return value == 5; });
    assert(guard.owns_lock());
  };
  std::thread first(reader), second(reader);
  {
    std::unique_lock guard(lock);
    value = 5;
    changed.notify_all();
  }
  first.join();
  second.join();
  return 0;
}
