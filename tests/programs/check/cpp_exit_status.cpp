// selvage-check: bug
// shows: the places of std::exit, of std::quick_exit, and of a return where destructors come last
// finding: exit-status
// findings: 3
// strategies: source, dfs
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

static std::atomic<int> step;

struct Guard {
  ~Guard() { text += "destroyed"; }
  std::string text;
};

int main() {
  std::thread thread([] {
    step = 1;
    step = 2;
    step = 3;
  });
  thread.detach();
  int seen = step;
  if (seen == 1) {
    Guard guard;
    return 11;
  }  // finding
  if (seen == 2) std::exit(12);  // finding
  if (seen == 3) std::quick_exit(13);  // finding
  return 0;
}
