#include <oneapi/tbb/mutex.h>

#include <cassert>
#include <thread>
int main() {
  tbb::mutex lock;
  int count = 0;
  auto work = [&] {
    tbb::mutex::scoped_lock held(lock);
    count++;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(count == 2);
}
