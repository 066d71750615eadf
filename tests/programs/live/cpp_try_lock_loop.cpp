// selvage-live: verified
// shows: a std::mutex that is tried again until it can be had, yielding in between
// mutex-twin: mutex_counter.c
// unfair: depth
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int counter = 0;
  auto increments = [&] {
    while (!mutex.try_lock()) std::this_thread::yield();
    counter++;
    mutex.unlock();
  };
  std::thread first(increments), second(increments);
  first.join();
  second.join();
  assert(counter == 2);
}
