#include <oneapi/tbb/mutex.h>

#include <thread>
int main() {
  tbb::mutex lock;
  int count = 0;
  std::thread a([&] {
    tbb::mutex::scoped_lock held(lock);
    count++;
  });
  std::thread b([&] {
    count++;
    tbb::mutex::scoped_lock held(lock);
  });
  a.join();
  b.join();
}
