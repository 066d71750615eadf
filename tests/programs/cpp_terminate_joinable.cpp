// selvage-test: destroying a joinable std::thread ends the program as an abort, whatever the thread does
// expect: abort
// plain-exit: skip
#include <thread>

int main() {
  {
    std::thread worker([] { std::this_thread::yield(); });
  }
  return 0;
}
