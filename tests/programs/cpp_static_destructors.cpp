// selvage-test: static objects are destroyed once, in reverse order, after main returned and its threads were joined
// expect: completed
#include <cstdlib>
#include <thread>

static int alive;

struct Counted {
  int number;
  explicit Counted(int number) : number(number) { alive++; }
  ~Counted() {
    if (alive != number) std::_Exit(50 + number);
    alive--;
  }
};

static Counted first(1);
static Counted second(2);

int main() {
  std::thread([] { static Counted third(3); }).join();
  std::thread([] {
    if (alive != 3) std::_Exit(60);
  }).join();
  std::atexit([] {
    if (alive != 3) std::_Exit(61);
  });
  return 0;
}
