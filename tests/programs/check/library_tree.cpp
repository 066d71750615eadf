// selvage-check: bug
// shows: one thread puts a node into a tree while another one looks at the first one
// finding: data-race
#include <set>
#include <thread>

static std::set<int> values = {1, 2};

int main() {
  std::thread thread([] { values.insert(0); });
  bool is_one = *values.begin() == 1;
  thread.join();
  return is_one && values.size() > 9;
}
