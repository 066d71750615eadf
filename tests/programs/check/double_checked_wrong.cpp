// selvage-check: bug
// shows: double-checked initialisation whose first check is a plain read
// finding: data-race
#include <mutex>
#include <thread>

static std::mutex mutex;
static bool ready;
static int value;

static int get() {
  if (!ready) {  // finding
    std::lock_guard guard(mutex);
    if (!ready) {
      value = 1;     // finding
      ready = true;  // finding
    }
  }
  return value;  // finding
}

int main() {
  std::thread first(get), second(get);
  first.join();
  second.join();
}
