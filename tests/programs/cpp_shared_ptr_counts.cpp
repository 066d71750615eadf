// selvage-test: reference counts of shared_ptr are atomic once threads exist: the object dies once, at the last owner
// expect: completed
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

static std::atomic<int> destroyed;

struct Object {
  ~Object() { destroyed++; }
};

int main() {
  auto object = std::make_shared<Object>();
  std::weak_ptr<Object> watcher = object;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([copy = object, watcher] {
      std::shared_ptr<Object> another = copy;
      std::shared_ptr<Object> locked = watcher.lock();
      assert(locked && destroyed == 0);
    });
  object.reset();
  for (auto& thread : threads) thread.join();
  assert(destroyed == 1 && watcher.expired());
  return 0;
}
