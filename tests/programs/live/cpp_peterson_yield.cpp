// selvage-live: verified
// shows: Peterson's lock with std::atomic, yielding while it waits
// unfair: depth
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<bool> wants[2] = {false, false};
  std::atomic<int> turn{0};
  int counter = 0;
  auto enters = [&](int own) {
    wants[own] = true;
    turn = 1 - own;
    while (wants[1 - own] && turn == 1 - own) std::this_thread::yield();
    counter++;
    wants[own] = false;
  };
  std::thread first(enters, 0), second(enters, 1);
  first.join();
  second.join();
  assert(counter == 2);
}
