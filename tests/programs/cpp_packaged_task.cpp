// selvage-test: std::packaged_task in another thread, reset and run again, and an exception through it
// expect: completed
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::packaged_task<int(int)> square([](int number) {
    if (number < 0) throw std::domain_error("negative");
    return number * number;
  });
  std::future<int> first = square.get_future();
  std::thread(std::ref(square), 6).join();
  assert(first.get() == 36);
  square.reset();
  std::future<int> second = square.get_future();
  std::thread worker(std::move(square), -1);
  bool caught = false;
  try {
    second.get();
  } catch (const std::domain_error&) {
    caught = true;
  }
  worker.join();
  assert(caught);
  return 0;
}
