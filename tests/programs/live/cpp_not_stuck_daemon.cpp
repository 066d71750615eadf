// selvage-live: verified
// shows: the same with a lambda and std::condition_variable
#include <condition_variable>
#include <mutex>
#include <thread>

// Never destroyed: the thread still waits when the program ends.
static std::mutex& mutex = *new std::mutex;
static std::condition_variable& changed = *new std::condition_variable;
static int jobs = 0;

int main() {
  std::thread([] {
    for (;;) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [] { return jobs > 0; });
      jobs--;
    }
  }).detach();
  std::lock_guard guard(mutex);
  jobs++;
  changed.notify_all();
}
