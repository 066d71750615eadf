// selvage-live: verified
// shows: a std::atomic that is polled with std::this_thread::sleep_for
// mutex-twin: semaphore_message.c
// loops: 1
// unfair: depth
#include <atomic>
#include <chrono>
#include <thread>

int main() {
  std::atomic<bool> ready{false};
  std::thread receiver([&] {
    while (!ready) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  ready = true;
  receiver.join();
}
