// selvage-live: bug
// shows: a detached thread waits for a predicate that nobody makes true, while the program goes on to its end
// finding: stuck
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static int items = 0;

int main() {
  std::thread([] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return items == 2; });
  }).detach();
  std::lock_guard guard(mutex);
  items++;
  changed.notify_all();
}
