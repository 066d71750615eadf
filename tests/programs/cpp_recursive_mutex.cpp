// selvage-test: std::recursive_mutex nests in one thread and keeps others out until fully released
// expect: completed
#include <cassert>
#include <mutex>
#include <thread>

static std::recursive_mutex lock;
static int inside;

static int descend(int depth) {
  std::lock_guard guard(lock);
  assert(++inside == 4 - depth);
  int below = depth == 0 ? 0 : descend(depth - 1);
  inside--;
  return below + 1;
}

int main() {
  std::thread first([] { assert(descend(3) == 4); }), second([] { assert(descend(3) == 4); });
  first.join();
  second.join();
  lock.lock();
  assert(lock.try_lock());
  std::thread([] { assert(!lock.try_lock()); }).join();
  lock.unlock();
  std::thread([] { assert(!lock.try_lock()); }).join();
  lock.unlock();
  std::thread([] {
    assert(lock.try_lock());
    lock.unlock();
  }).join();
  return 0;
}
