// selvage-test: std::counting_semaphore admits as many as it counts; try_acquire fails at zero, timed ones time out
// expect: completed
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

int main() {
  std::counting_semaphore<4> seats(2);
  std::binary_semaphore empty(0);
  std::atomic<int> inside = 0, total = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      seats.acquire();
      assert(++inside <= 2);
      total++;
      inside--;
      seats.release();
    });
  for (auto& thread : threads) thread.join();
  assert(total == 4);
  assert(!empty.try_acquire());
  auto start = std::chrono::steady_clock::now();
  assert(!empty.try_acquire_for(50ms));
  assert(std::chrono::steady_clock::now() - start >= 50ms);
  std::thread poster([&] { empty.release(); });
  empty.acquire();
  poster.join();
  seats.release(2);
  for (int i = 0; i < 4; i++) assert(seats.try_acquire());
  assert(!seats.try_acquire());
  return 0;
}
