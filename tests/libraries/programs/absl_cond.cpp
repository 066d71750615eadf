#include <absl/synchronization/mutex.h>

#include <cassert>
#include <thread>
int main() {
  absl::Mutex lock;
  absl::CondVar changed;
  bool ready = false;
  std::thread a([&] {
    absl::MutexLock x(&lock);
    ready = true;
    changed.Signal();
  });
  std::thread b([&] {
    absl::MutexLock x(&lock);
    while (!ready) changed.Wait(&lock);
  });
  a.join();
  b.join();
  assert(ready);
}
