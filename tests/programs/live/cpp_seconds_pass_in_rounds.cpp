// selvage-live: bug
// shows: the seconds of a deadline are on the stack at the header, the same in a few rounds and not in ten
// finding: livelock
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

int main() {
  // The constructor is one that also writes to memory which threads may share.
  patience = new std::chrono::seconds(5L);
  std::thread thread([] {
    std::unique_lock<std::mutex> held(mutex);
    while (!done) changed.wait_for(held, std::chrono::milliseconds(300));
  });
  { std::lock_guard<std::mutex> held(mutex); }
  thread.join();
  delete patience;
}
