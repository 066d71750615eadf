// selvage-test: std::shared_timed_mutex: timed attempts fail against a holder that stays, readers share
// expect: completed
#include <cassert>
#include <chrono>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::shared_timed_mutex read_held, write_held;
  read_held.lock_shared();
  write_held.lock();
  std::thread([&] {
    auto start = std::chrono::steady_clock::now();
    assert(!read_held.try_lock_for(50ms));
    assert(std::chrono::steady_clock::now() - start >= 50ms);
    assert(read_held.try_lock_shared_for(50ms));
    read_held.unlock_shared();
    assert(!write_held.try_lock_shared_for(10ms));
    assert(!write_held.try_lock_until(std::chrono::system_clock::now() + 10ms));
    std::shared_lock attempt(write_held, 1ms);
    assert(!attempt.owns_lock());
  }).join();
  read_held.unlock_shared();
  write_held.unlock();
  return 0;
}
