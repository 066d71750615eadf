#include <oneapi/tbb/mutex.h>

#include <thread>
int main() {
  tbb::mutex first, second;
  std::thread a([&] { tbb::mutex::scoped_lock x(first), y(second); });
  std::thread b([&] { tbb::mutex::scoped_lock x(second), y(first); });
  a.join();
  b.join();
}
