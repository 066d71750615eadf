// selvage-live: verified
// shows: std::atomic_flag waits without a loop of the program's own
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic_flag ready;
  int message = 0;
  std::thread receiver([&] {
    ready.wait(false);
    assert(message == 7);
  });
  message = 7;
  ready.test_and_set();
  ready.notify_one();
  receiver.join();
}
