// selvage-test: a thread that drops out of a std::barrier is not waited for in later phases
// expect: completed
#include <atomic>
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  std::barrier barrier(3);
  std::atomic<int> phases = 0;
  auto stays = [&] {
    for (int phase = 0; phase < 3; phase++) barrier.arrive_and_wait();
    phases += 3;
  };
  std::thread first(stays), second(stays), leaves([&] { barrier.arrive_and_drop(); });
  first.join();
  second.join();
  leaves.join();
  assert(phases == 6);
  return 0;
}
