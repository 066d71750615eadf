// selvage-test: deleting an object twice is a memory error
// expect: memory-error
// plain-exit: skip
#include <thread>

static int* volatile number;

int main() {
  number = new int(5);
  std::thread([] { delete number; }).join();
  delete number;
  return 0;
}
