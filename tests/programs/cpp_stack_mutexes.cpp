// selvage-test: mutexes of several C++ kinds come and go in the same stack memory
// expect: completed
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

template <class Mutex>
[[gnu::noinline]] static bool can_be_locked_twice() {
  Mutex lock;
  lock.lock();
  bool twice = lock.try_lock();
  if (twice) lock.unlock();
  lock.unlock();
  return twice;
}

static void worker() {
  for (int i = 0; i < 2; i++) {
    assert(!can_be_locked_twice<std::mutex>());
    assert(can_be_locked_twice<std::recursive_mutex>());
    assert(!can_be_locked_twice<std::timed_mutex>());
    assert(can_be_locked_twice<std::recursive_timed_mutex>());
  }
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
  return 0;
}
