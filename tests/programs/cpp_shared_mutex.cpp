// selvage-test: std::shared_mutex lets readers meet inside and keeps writers alone
// expect: completed
#include <barrier>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int first, second;

int main() {
  std::barrier meeting(2);
  auto read_together = [&] {
    std::shared_lock guard(lock);
    assert(!lock.try_lock());
    meeting.arrive_and_wait();
    assert(first == second);
    meeting.arrive_and_wait();
  };
  std::thread reader(read_together), other(read_together);
  reader.join();
  other.join();
  auto write = [] {
    std::unique_lock guard(lock);
    first++;
    second++;
  };
  auto read = [] {
    std::shared_lock guard(lock);
    assert(first == second);
  };
  std::thread threads[] = {std::thread(write), std::thread(read), std::thread(write), std::thread(read)};
  for (auto& thread : threads) thread.join();
  assert(first == 2 && second == 2);
  std::lock_guard guard(lock);
  std::thread([] { assert(!lock.try_lock_shared()); }).join();
  return 0;
}
