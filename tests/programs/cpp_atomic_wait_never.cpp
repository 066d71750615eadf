// selvage-test: an atomic wait for a change that never comes is a deadlock
// expect: deadlock
// plain-exit: skip
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> word = 0;
  std::thread waiter([&] { word.wait(0); });
  waiter.join();
  return 0;
}
