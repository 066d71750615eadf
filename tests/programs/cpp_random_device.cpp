// selvage-test: std::random_device and the engines are usable in several threads
// expect: completed
#include <cassert>
#include <random>
#include <thread>

static void draw() {
  std::random_device device;
  std::mt19937 engine(device());
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 10; i++) {
    int value = dice(engine);
    assert(value >= 1 && value <= 6);
  }
}

int main() {
  std::thread first(draw), second(draw);
  first.join();
  second.join();
  std::mt19937 fixed(5489u);
  fixed.discard(9999);
  assert(fixed() == 4123659995u);
  return 0;
}
