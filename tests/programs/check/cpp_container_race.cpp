// selvage-check: bug
// shows: the same container without the mutex
// finding: data-race
// check-options: --check=race
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers;
  numbers.reserve(4);
  auto append = [&](int number) { numbers.push_back(number); };
  std::thread first(append, 1), second(append, 2);
  first.join();
  second.join();
}
