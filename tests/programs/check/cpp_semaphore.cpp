// selvage-check: verified
// shows: std::counting_semaphore hands data over
// strategies: source
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore ready(0);
  int value = 0;
  std::thread producer([&] {
    value = 1;
    ready.release();
  });
  ready.acquire();
  assert(value == 1);
  producer.join();
}
