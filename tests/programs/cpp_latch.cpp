// selvage-test: std::latch lets nobody through before the count is down, and everybody after
// expect: completed
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

int main() {
  std::latch ready(3), go(1);
  std::atomic<int> arrived = 0, passed = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] {
      arrived++;
      ready.count_down();
      go.wait();
      passed++;
    });
  ready.wait();
  assert(arrived == 3 && passed == 0 && ready.try_wait());
  go.count_down();
  for (auto& thread : threads) thread.join();
  assert(passed == 3);
  return 0;
}
