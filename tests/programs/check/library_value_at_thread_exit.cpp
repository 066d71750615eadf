// selvage-check: verified
// shows: a value that is set at the end of a thread comes before what others do with it
// cflags: -std=c++20
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([&] { promise.set_value_at_thread_exit(5); });
  int value = future.get();
  thread.join();
  return value != 5;
}
