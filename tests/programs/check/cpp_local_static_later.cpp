// selvage-check: verified
// shows: who finds a function-local static initialised by another comes after its constructor
// strategies: source, classic, dfs
#include <cassert>
#include <mutex>
#include <thread>

static int constructions, uses;
static std::mutex mutex;

struct Once {
  Once() : value(++constructions) {}
  int value;
};

static int get() {
  static Once once;
  return once.value;
}

int main() {
  auto use = [] {
    {
      std::lock_guard lock(mutex);
      ++uses;
    }
    assert(get() == 1);
  };
  std::thread first(use), second(use);
  first.join();
  second.join();
}
