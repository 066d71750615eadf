// selvage-check: verified
// shows: std::thread, std::mutex and a container that they protect
// executions: 2
// strategies: source, classic
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::vector<int> numbers;
  auto append = [&](int number) {
    std::lock_guard guard(mutex);
    numbers.push_back(number);
  };
  std::thread first(append, 1), second(append, 2);
  first.join();
  second.join();
  assert(numbers.size() == 2);
}
