// selvage-test: thread_local objects are constructed at first use per thread and destroyed once per thread that used them
// expect: completed
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static std::atomic<int> constructed, destroyed;

struct Counted {
  std::string text;
  Counted() : text("constructed in its own thread, on its own heap") { constructed++; }
  ~Counted() {
    assert(text.starts_with("changed by"));
    destroyed++;
  }
};

static thread_local Counted own;
static thread_local int plain = 5;

static void uses_it(int self) {
  assert(plain == 5);
  plain = self;
  own.text = "changed by " + std::to_string(self);
  std::this_thread::yield();
  assert(own.text == "changed by " + std::to_string(self) && plain == self);
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(uses_it, i);
  threads.emplace_back([] { assert(plain == 5); });  // may or may not construct: it touches only the plain one
  for (auto& thread : threads) thread.join();
  assert(constructed >= 3 && constructed <= 4);
  assert(destroyed >= 3);
  return 0;
}
