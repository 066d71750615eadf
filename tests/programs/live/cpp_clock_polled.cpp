// selvage-live: verified
// shows: now() of std::chrono, which the library has, is a look at the clock
#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<bool> done{false};

int main() {
  std::thread thread([] { done = true; });
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!done && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  thread.join();
}
