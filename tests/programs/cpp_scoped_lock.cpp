// selvage-test: std::scoped_lock and std::lock on several mutexes in opposite orders never deadlock
// expect: completed
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex left, middle, right;
static int inside, total;

static void critical_section() {
  assert(++inside == 1);
  total++;
  inside--;
}

int main() {
  std::thread first([] {
    std::scoped_lock guard(left, middle, right);
    critical_section();
  });
  std::thread second([] {
    std::scoped_lock guard(right, middle, left);
    critical_section();
  });
  std::thread third([] {
    std::lock(right, left);
    std::lock_guard first_guard(right, std::adopt_lock), second_guard(left, std::adopt_lock);
    critical_section();
  });
  first.join();
  second.join();
  third.join();
  assert(total == 3);
  assert(std::try_lock(left, middle, right) == -1);
  left.unlock();
  middle.unlock();
  right.unlock();
  return 0;
}
