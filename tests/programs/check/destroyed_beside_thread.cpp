// selvage-check: bug
// shows: a detached thread uses a static object that is destroyed when main has returned
// finding: assertion
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

struct Service {
  std::atomic<bool> is_alive{true};
  ~Service() { is_alive = false; }
};
static Service service;

int main() {
  std::thread([] { assert(service.is_alive); }).detach();  // finding
}
