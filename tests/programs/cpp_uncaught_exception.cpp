// selvage-test: an exception that leaves a thread's function ends the program as an abort
// expect: abort
// plain-exit: skip
#include <stdexcept>
#include <thread>

int main() {
  std::thread worker([] { throw std::runtime_error("nobody catches this"); });
  worker.join();
  return 0;
}
