// selvage-check: verified
// shows: std::barrier with a completion function
// strategies: source
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int phases = 0;
  auto complete = [&phases]() noexcept { phases++; };
  std::barrier barrier(2, complete);
  auto work = [&] {
    barrier.arrive_and_wait();
    assert(phases == 1);
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
}
