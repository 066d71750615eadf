// selvage-test: a jthread's destructor requests the stop and joins; callbacks run once; an interruptible wait ends
// expect: completed
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable_any changed;
  bool never = false, stopped = false;
  std::atomic<int> callbacks = 0;
  {
    std::jthread worker([&](std::stop_token token) {
      std::unique_lock guard(lock);
      bool result = changed.wait(guard, token, [&] { return never; });
      assert(!result && token.stop_requested());
      stopped = true;
    });
    std::stop_callback callback(worker.get_stop_token(), [&] { callbacks++; });
    assert(!worker.get_stop_token().stop_requested());
    assert(worker.request_stop());
    assert(!worker.request_stop());
    assert(callbacks == 1);
  }
  assert(stopped && callbacks == 1);
  std::jthread without_token([&] { stopped = false; });
  without_token = std::jthread();  // joins
  assert(!stopped);
  return 0;
}
