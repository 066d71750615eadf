// selvage-test: a reference into a vector is used while another thread appends to it
// expect: memory-error, completed?
// finding: that was freed
// plain-exit: skip
#include <thread>
#include <vector>

static volatile int seen;

int main() {
  std::vector<int> numbers(4, 7);
  int& first = numbers[0];
  std::thread appends([&numbers] { numbers.push_back(8); });
  for (int i = 0; i < 30; i++) seen = first;
  appends.join();
}
