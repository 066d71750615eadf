// selvage-live: bug
// shows: a wait for what nobody says goes round by wake-ups without a signal, in the standard library's own wait
// finding: livelock
// check-options: --spurious-wakeups
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(mutex);
    while (!ready) changed.wait(lock);
  });
  changed.notify_one();
  waiter.join();
}
