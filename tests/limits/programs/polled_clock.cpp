// A loop round a wait with a deadline, which reads the clock of the C++ library.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::condition_variable changed;
static bool stop;
int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!stop) changed.wait_for(lock, std::chrono::seconds(10));
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  changed.notify_one();
  waiter.join();
}
