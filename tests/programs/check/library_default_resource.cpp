// selvage-check: bug
// shows: which default resource there is, and which handler, depends on who is first; asking at the same time is no race
// finding: assertion
// cflags: -std=c++20
#include <cassert>
#include <exception>
#include <memory_resource>
#include <thread>

static void end() {}

int main() {
  std::thread thread([] {
    std::pmr::set_default_resource(std::pmr::null_memory_resource());
    std::set_terminate(end);
  });
  bool was_first = std::pmr::get_default_resource() == std::pmr::new_delete_resource();
  bool has_old_handler = std::get_terminate() != end;
  thread.join();
  std::pmr::set_default_resource(nullptr);
  assert(was_first || has_old_handler);  // finding
}
