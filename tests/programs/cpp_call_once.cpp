// selvage-test: std::call_once runs once; a call that throws does not count, and the next caller tries again
// expect: completed
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
  std::once_flag plain, failing;
  int plain_runs = 0, attempts = 0, successes = 0;
  std::mutex lock;
  int caught = 0;
  auto worker = [&] {
    std::call_once(plain, [&](int step) { plain_runs += step; }, 1);
    assert(plain_runs == 1);
    try {
      std::call_once(failing, [&] {
        if (++attempts < 3) throw std::runtime_error("not yet");
        successes++;
      });
      assert(successes == 1);
    } catch (const std::runtime_error&) {
      std::lock_guard guard(lock);
      caught++;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back(worker);
  for (auto& thread : threads) thread.join();
  assert(plain_runs == 1 && attempts == 3 && caught == 2 && successes == 1);
  return 0;
}
