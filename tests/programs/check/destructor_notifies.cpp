// selvage-check: bug
// shows: a static object's destructor wakes a detached thread, which goes on while the program ends
// finding: assertion
// strategies: source, classic, dfs
// check-options: --check assertion
// cflags: -std=c++20
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool is_over = false;

struct Announcer {
  ~Announcer() {
    std::lock_guard held(lock);
    is_over = true;
    changed.notify_all();
  }
};
static Announcer announcer;

int main() {
  std::thread([] {
    std::unique_lock held(lock);
    changed.wait(held, [] { return is_over; });
    assert(false);  // finding
  }).detach();
}
