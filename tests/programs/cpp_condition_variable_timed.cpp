// selvage-test: wait_for and wait_until end with timeout when nobody notifies, and the clock has moved on
// expect: completed
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex lock;
  std::condition_variable never;
  std::condition_variable_any never_any;
  std::thread([&] {
    std::unique_lock guard(lock);
    auto start = std::chrono::steady_clock::now();
    assert(never.wait_for(guard, 100ms) == std::cv_status::timeout);
    assert(std::chrono::steady_clock::now() - start >= 100ms);
    auto until = std::chrono::system_clock::now() + 100ms;
    assert(!never.wait_until(guard, until, [] { return false; }));
    assert(std::chrono::system_clock::now() >= until);
    assert(never_any.wait_for(guard, 10ms) == std::cv_status::timeout);
    assert(guard.owns_lock());
  }).join();
  return 0;
}
