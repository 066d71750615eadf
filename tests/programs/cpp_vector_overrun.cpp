// selvage-test: operator[] of a vector beyond its capacity
// expect: memory-error
// finding: read of 8 bytes 0 bytes behind the end of a block of 24 bytes
// plain-exit: skip
#include <thread>
#include <vector>

static volatile size_t index_past = 3;
static volatile long seen;

int main() {
  std::vector<long> numbers{1, 2, 3};
  std::thread reads([&numbers] { seen = numbers[index_past]; });
  reads.join();
}
