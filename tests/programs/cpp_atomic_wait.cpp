// selvage-test: atomic wait blocks until the value differs and was notified; notify_one and notify_all
// expect: completed
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

int main() {
  std::atomic<int> word = 0;
  std::atomic<std::uint64_t> wide = 0;
  std::atomic<bool> flag = false;
  std::thread waiter([&] {
    word.wait(0);
    assert(word == 1);
    wide = 7;
    wide.notify_one();
    flag.wait(false);
    assert(flag);
  });
  std::thread other([&] {
    flag.wait(false);
    assert(flag);
  });
  word = 1;
  word.notify_one();
  wide.wait(0);
  assert(wide == 7);
  flag = true;
  flag.notify_all();
  waiter.join();
  other.join();
  word.wait(5);  // already different: returns at once
  return 0;
}
