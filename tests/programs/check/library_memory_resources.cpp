// selvage-check: verified
// shows: pools of memory under a lock, and a buffer of each thread's own
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <cassert>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::pmr::unsynchronized_pool_resource pool;

static void allocate() {
  std::pmr::monotonic_buffer_resource own;
  std::pmr::vector<int> numbers({1, 2}, &own);
  std::lock_guard held(lock);
  std::pmr::vector<int> others(numbers, &pool);
  assert(others[1] == 2);
}

int main() {
  std::thread first(allocate), second(allocate);
  first.join();
  second.join();
  pool.release();
}
