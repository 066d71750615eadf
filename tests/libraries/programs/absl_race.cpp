#include <absl/synchronization/mutex.h>

#include <thread>
int main() {
  absl::Mutex lock;
  int count = 0;
  std::thread a([&] {
    absl::MutexLock x(&lock);
    count++;
  });
  std::thread b([&] {
    count++;
    absl::MutexLock x(&lock);
  });
  a.join();
  b.join();
}
