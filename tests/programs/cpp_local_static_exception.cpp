// selvage-test: a function-local static whose constructor throws is tried again by the next thread
// expect: completed
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>
#include <vector>

static int attempts;

struct FailsTwice {
  FailsTwice() {
    if (++attempts <= 2) throw std::runtime_error("not yet");
  }
};

static void use() { static FailsTwice instance; }

int main() {
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      try {
        use();
      } catch (const std::runtime_error&) {
        failures++;
      }
    });
  for (auto& thread : threads) thread.join();
  assert(failures == 2 && attempts == 3);
  return 0;
}
