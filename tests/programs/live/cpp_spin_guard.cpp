// selvage-live: verified
// shows: a spinlock class of std::atomic_flag under std::lock_guard, yielding between attempts
// mutex-twin: mutex_counter_twice.c
// loops: 1
// unfair: depth
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_;
};

int main() {
  SpinLock lock;
  int counter = 0;
  auto increments = [&] {
    for (int i = 0; i < 2; i++) {
      std::lock_guard guard(lock);
      counter++;
    }
  };
  std::thread first(increments), second(increments);
  first.join();
  second.join();
  assert(counter == 4);
}
