// Threads that are alike, of the C++ library: each is handed a block of its own, which says what to call and refers to the same
// variables. Each takes a number, and what it does then depends on it.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef N
#define N 5
#endif

int main() {
  std::atomic<int> taken{0}, last{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++) {
    threads.emplace_back([&] {
      int number = taken.fetch_add(1);
      if (number % 2 == 1)
        last.fetch_add(number);
      else
        last.store(number);
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(taken == N);
}
