// selvage-test: std::barrier runs its completion once per phase, between the last arrival and the first departure
// expect: completed
#include <atomic>
#include <barrier>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  constexpr int kThreads = 3, kPhases = 3;
  std::atomic<int> arrived = 0;
  int completed = 0;
  auto complete = [&]() noexcept {
    completed++;
    assert(arrived == kThreads * completed);
  };
  std::barrier barrier(kThreads, complete);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; i++)
    threads.emplace_back([&] {
      for (int phase = 1; phase <= kPhases; phase++) {
        arrived++;
        barrier.arrive_and_wait();
        assert(completed == phase);
      }
    });
  for (auto& thread : threads) thread.join();
  assert(completed == kPhases);
  return 0;
}
