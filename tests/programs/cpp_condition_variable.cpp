// selvage-test: std::condition_variable hands values over one by one; wait with a predicate, notify_one and notify_all
// expect: completed
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable changed;
  std::optional<int> slot;
  int received[2] = {0, 0}, passed = 0;
  bool open = false;
  auto consumer = [&](int self) {
    for (int i = 0; i < 2; i++) {
      std::unique_lock guard(lock);
      changed.wait(guard, [&] { return slot.has_value(); });
      received[self] += *slot;
      slot.reset();
      changed.notify_all();
    }
    std::unique_lock guard(lock);
    while (!open) changed.wait(guard);
    passed++;
  };
  std::thread first(consumer, 0), second(consumer, 1);
  for (int value = 1; value <= 4; value++) {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return !slot; });
    slot = value;
    changed.notify_all();
  }
  {
    std::lock_guard guard(lock);
    open = true;
  }
  changed.notify_all();
  first.join();
  second.join();
  assert(received[0] + received[1] == 10 && passed == 2 && !slot);
  return 0;
}
