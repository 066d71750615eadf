// selvage-test: exactly one thread finds the atomic_flag clear; wait and notify make a lock of it
// expect: completed
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::atomic_flag claimed, locked;
  std::atomic<int> winners = 0;
  int inside = 0, total = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] {
      if (!claimed.test_and_set()) winners++;
      while (locked.test_and_set(std::memory_order_acquire)) locked.wait(true, std::memory_order_relaxed);
      assert(++inside == 1);
      total++;
      inside--;
      locked.clear(std::memory_order_release);
      locked.notify_one();
    });
  for (auto& thread : threads) thread.join();
  assert(winners == 1 && total == 3 && claimed.test());
  return 0;
}
