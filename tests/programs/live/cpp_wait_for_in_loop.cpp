// selvage-live: verified
// shows: a loop round wait_for comes round, though it reads the clock in every round
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool stop = false;

int main() {
  std::thread thread([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!stop) changed.wait_for(lock, std::chrono::seconds(10));
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  changed.notify_one();
  thread.join();
}
