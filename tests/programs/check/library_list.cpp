// selvage-check: bug
// shows: one thread unlinks a node of a list while another one looks at the last one
// finding: data-race, use-after-free
#include <list>
#include <thread>

static std::list<int> values = {1, 2};

int main() {
  std::thread thread([] { values.pop_back(); });
  bool is_one = values.back() == 1;
  thread.join();
  return is_one && values.size() > 9;
}
