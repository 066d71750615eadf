// selvage-test: notify_one without a waiter is lost: a wait without predicate blocks for ever in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable ready;
  std::thread waiter([&] {
    std::unique_lock guard(lock);
    ready.wait(guard);
  });
  {
    std::lock_guard guard(lock);
    ready.notify_one();
  }
  waiter.join();
  return 0;
}
