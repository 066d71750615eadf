// selvage-check: verified
// shows: a function-local static is initialised once, whoever comes first
// strategies: source
#include <cassert>
#include <thread>

static int constructions;

struct Once {
  Once() : value(++constructions) {}
  int value;
};

static int get() {
  static Once once;
  return once.value;
}

int main() {
  auto use = [] { assert(get() == 1); };
  std::thread first(use), second(use);
  first.join();
  second.join();
}
