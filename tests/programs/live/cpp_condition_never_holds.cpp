// selvage-live: bug
// shows: a detached thread waits for a predicate that nobody makes true, while the program goes on to its end
// finding: stuck-threads
#include <condition_variable>
#include <mutex>
#include <thread>

// Never destroyed: the thread still waits when the program ends.
static std::mutex& mutex = *new std::mutex;
static std::condition_variable& changed = *new std::condition_variable;
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
