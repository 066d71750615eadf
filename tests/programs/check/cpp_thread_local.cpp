// selvage-check: verified
// shows: thread_local variables belong to one thread each
// executions: 1
// strategies: source, classic, dfs
#include <cassert>
#include <thread>

static thread_local int own = 1;

int main() {
  auto work = [] {
    own++;
    assert(own == 2);
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
  assert(own == 1);
}
