// selvage-test: std::thread passes arguments, moves, swaps and detaches; ids and errors are right
// expect: completed
#include <cassert>
#include <semaphore>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

int main() {
  std::string text;
  int sum = 0;
  std::binary_semaphore detached_done(0);
  std::thread first([&text](std::string prefix, int number) { text = prefix + std::to_string(number); }, "n=", 7);
  std::thread second([&sum](int a, int& b) { sum = a + b++; }, 1, std::ref(sum));
  assert(first.joinable() && first.get_id() != second.get_id());
  std::thread::id id = first.get_id();
  std::thread moved = std::move(first);
  assert(!first.joinable() && first.get_id() == std::thread::id() && moved.get_id() == id);
  moved.swap(second);
  moved.join();
  second.join();
  assert(text == "n=7" && sum == 1);
  bool thrown = false;
  try {
    moved.join();
  } catch (const std::system_error& error) {
    thrown = error.code() == std::errc::invalid_argument;
  }
  assert(thrown);
  std::thread([&detached_done] { detached_done.release(); }).detach();
  detached_done.acquire();
  assert(std::thread::hardware_concurrency() >= 1);
  return 0;
}
