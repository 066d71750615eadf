// selvage-test: waiting for a promise that nobody fulfils is a deadlock
// expect: deadlock
// plain-exit: skip
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread waiter([&] { future.get(); });
  waiter.join();
  return 0;
}
