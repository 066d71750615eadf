// selvage-check: bug
// shows: threads must not allocate from a monotonic buffer at the same time
// finding: data-race
// cflags: -std=c++20
#include <memory_resource>
#include <thread>
#include <vector>

static std::pmr::monotonic_buffer_resource buffer;

static void allocate() { std::pmr::vector<int> numbers({1}, &buffer); }

int main() {
  std::thread first(allocate), second(allocate);
  first.join();
  second.join();
}
