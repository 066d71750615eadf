#include <absl/synchronization/mutex.h>

#include <cassert>
#include <thread>
int main() {
  absl::Mutex lock;
  bool ready = false;
  int count = 0;
  std::thread a([&] {
    absl::MutexLock l(&lock);
    ready = true;
    count++;
  }),
      b([&] {
        absl::MutexLock l(&lock);
        lock.Await(absl::Condition(&ready));
        count++;
      });
  a.join();
  b.join();
  assert(count == 2);
}
