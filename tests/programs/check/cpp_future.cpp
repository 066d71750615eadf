// selvage-check: verified
// shows: std::promise and std::future pass a value between threads
// strategies: source
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] { promise.set_value(42); });
  assert(future.get() == 42);
  thread.join();
}
