#include <tbb/concurrent_queue.h>

#include <cassert>
#include <thread>
int main() {
  tbb::concurrent_queue<int> queue;
  std::thread a([&] { queue.push(1); }), b([&] { queue.push(2); });
  a.join();
  b.join();
  int x = 0, y = 0;
  assert(queue.try_pop(x) && queue.try_pop(y) && x + y == 3);
}
