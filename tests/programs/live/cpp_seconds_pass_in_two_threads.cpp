// selvage-live: bug
// shows: two threads come round together, one of them where it has looked at the seconds of a deadline on its stack
// finding: livelock
// check-options: --sharing full
// rounds: 10
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::atomic<bool> done{false};
static std::mutex mutex;
static std::condition_variable changed;
static std::chrono::seconds* patience;

static void waits() {
  std::unique_lock<std::mutex> held(mutex);
  while (!done) changed.wait_for(held, std::chrono::milliseconds(300));
}

int main() {
  // The constructor is one that also writes to memory which threads may share.
  patience = new std::chrono::seconds(5L);
  std::thread first(waits), second(waits);
  first.join();
  second.join();
  delete patience;
}
