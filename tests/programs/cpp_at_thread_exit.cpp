// selvage-test: set_value_at_thread_exit and notify_all_at_thread_exit act after thread_local destructors
// expect: completed
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static std::atomic<int> destroyed;

struct CountsDestruction {
  int used = 0;
  ~CountsDestruction() { destroyed++; }
};

static thread_local CountsDestruction own;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread first([&] {
    own.used = 1;
    promise.set_value_at_thread_exit(5);
  });
  assert(future.get() == 5);
  assert(destroyed == 1);
  first.join();

  std::mutex lock;
  std::condition_variable ended;
  bool ending = false;
  std::thread second([&] {
    own.used = 1;
    std::unique_lock guard(lock);
    ending = true;
    std::notify_all_at_thread_exit(ended, std::move(guard));
  });
  {
    std::unique_lock guard(lock);
    ended.wait(guard, [&] { return ending; });
    assert(destroyed == 2);
  }
  second.join();
  return 0;
}
