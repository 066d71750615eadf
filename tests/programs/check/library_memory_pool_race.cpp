// selvage-check: bug
// shows: threads must not use a pool of memory at the same time that does not lock
// finding: data-race
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <memory_resource>
#include <thread>
#include <vector>

static std::pmr::unsynchronized_pool_resource pool;

static void allocate() { std::pmr::vector<int> numbers({1}, &pool); }

int main() {
  std::thread first(allocate), second(allocate);
  first.join();
  second.join();
}
