// selvage-live: bug
// shows: std::atomic_flag waits for a notification that nobody gives: it may sleep already when the flag is set
// finding: deadlock
#include <atomic>
#include <thread>

int main() {
  std::atomic_flag ready;
  std::thread receiver([&] { ready.wait(false); });
  ready.test_and_set();
  receiver.join();
}
