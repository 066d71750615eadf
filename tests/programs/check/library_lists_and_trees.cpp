// selvage-check: bug
// shows: one thread unlinks nodes of a list and a tree while another one looks at their last ones
// finding: data-race, use-after-free
#include <list>
#include <set>
#include <thread>

static std::list<int> list = {1, 2};
static std::set<int> tree = {1, 2};

int main() {
  std::thread thread([] { list.pop_back(); });
  bool is_one = list.back() == 1;
  thread.join();
  std::thread other([] { tree.erase(tree.begin()); });
  is_one = is_one && *tree.begin() == 1;
  other.join();
  return is_one && tree.size() > 2;
}
