// selvage-check: bug
// shows: an exception that leaves a thread's function in one of two orders
// finding: abort
// executions: 2
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> stage;

int main() {
  std::thread first([] { stage = 1; });
  std::thread second([] {
    if (stage == 0) throw std::runtime_error("too early");
  });
  first.join();
  second.join();
}
