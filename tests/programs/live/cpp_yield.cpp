// selvage-live: verified
// shows: a std::atomic that is awaited with std::this_thread::yield
// mutex-twin: semaphore_message.c
// loops: 1
// unfair: depth
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

int main() {
  std::atomic<bool> ready{false};
  std::string message;
  std::thread receiver([&] {
    while (!ready.load()) std::this_thread::yield();
    assert(message == "done");
  });
  message = "done";
  ready.store(true);
  receiver.join();
}
