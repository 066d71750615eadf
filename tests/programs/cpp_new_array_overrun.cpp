// selvage-test: an array from new[] is written at its length
// expect: memory-error
// finding: write of 4 bytes 0 bytes behind the end of a block of 40 bytes
// plain-exit: skip
#include <memory>
#include <thread>

static volatile int length = 10;

int main() {
  auto numbers = std::make_unique<int[]>(10);
  std::thread fills([&numbers] {
    for (int i = 0; i <= length; i++) numbers[i] = i;
  });
  fills.join();
}
