// selvage-test: timed mutexes: try_lock_for and _until fail on a mutex that stays held, and time has passed
// expect: completed
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

template <class Mutex>
static void check() {
  Mutex held, free_one;
  std::lock_guard guard(held);
  std::thread([&] {
    auto start = steady_clock::now();
    assert(!held.try_lock_for(100ms));
    assert(steady_clock::now() - start >= 100ms);
    auto until = system_clock::now() + 100ms;
    assert(!held.try_lock_until(until));
    assert(system_clock::now() >= until);
    assert(free_one.try_lock_for(0ms));
    free_one.unlock();
    std::unique_lock attempt(held, 1ms);
    assert(!attempt.owns_lock());
  }).join();
}

int main() {
  check<std::timed_mutex>();
  check<std::recursive_timed_mutex>();
  std::recursive_timed_mutex nested;
  assert(nested.try_lock_for(1ms) && nested.try_lock_for(1ms));
  nested.unlock();
  nested.unlock();
  return 0;
}
