// selvage-test: a terminate handler runs in the thread that violated noexcept, and may end the process itself
// run-options: --exit-status 9
// expect: completed
// plain-exit: 9
#include <cstdlib>
#include <exception>
#include <thread>

static std::thread::id failing;

static void fail() {
  failing = std::this_thread::get_id();
  throw 1;
}

static void promises_not_to_throw() noexcept { fail(); }

int main() {
  std::set_terminate([] { std::_Exit(std::this_thread::get_id() == failing ? 9 : 1); });
  std::thread worker(promises_not_to_throw);
  worker.join();
  return 0;
}
