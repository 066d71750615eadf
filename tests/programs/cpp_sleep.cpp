// selvage-test: sleep_for and sleep_until of hours take no real time and advance both clocks
// expect: completed
// plain-exit: skip
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

int main() {
  std::thread first([] {
    auto start = steady_clock::now();
    std::this_thread::sleep_for(10h);
    assert(steady_clock::now() - start >= 10h);
  });
  std::thread second([] {
    auto deadline = system_clock::now() + 24h;
    std::this_thread::sleep_until(deadline);
    assert(system_clock::now() >= deadline);
    std::this_thread::sleep_for(-1s);
  });
  first.join();
  second.join();
  return 0;
}
