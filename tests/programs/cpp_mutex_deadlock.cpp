// selvage-test: two std::mutexes locked in opposite orders deadlock in some schedules
// expect: completed, deadlock
// plain-exit: skip
#include <mutex>
#include <thread>

static std::mutex left, right;

int main() {
  std::thread first([] {
    std::lock_guard outer(left);
    std::lock_guard inner(right);
  });
  std::thread second([] {
    std::lock_guard outer(right);
    std::lock_guard inner(left);
  });
  first.join();
  second.join();
  return 0;
}
