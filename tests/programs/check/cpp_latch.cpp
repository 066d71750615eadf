// selvage-check: verified
// shows: std::latch orders what came before it
// strategies: source
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(1);
  int value = 0;
  std::thread worker([&] {
    value = 1;
    done.count_down();
  });
  done.wait();
  assert(value == 1);
  worker.join();
}
