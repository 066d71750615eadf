// selvage-live: bug
// shows: std::lock tries and backs off: two threads that call it with the mutexes in opposite orders may do so for ever
// finding: livelock
// This is GNU's library: whoever cannot get the second mutex lets go of the first and then waits for the second.
#include <mutex>
#include <thread>

int main() {
  std::mutex left, right;
  auto transfers = [](std::mutex& from, std::mutex& to) { std::scoped_lock both(from, to); };
  std::thread first([&] { transfers(left, right); });
  std::thread second([&] { transfers(right, left); });
  first.join();
  second.join();
}
