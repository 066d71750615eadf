#include <absl/synchronization/mutex.h>

#include <thread>
int main() {
  absl::Mutex lock;
  absl::CondVar changed;
  std::thread a([&] {
    absl::MutexLock x(&lock);
    changed.Signal();
  });
  std::thread b([&] {
    absl::MutexLock x(&lock);
    changed.Wait(&lock);
  });
  a.join();
  b.join();
}
