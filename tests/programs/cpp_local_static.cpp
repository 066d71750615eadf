// selvage-test: a function-local static is constructed once under concurrent first use, and nobody sees it half done
// expect: completed
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static int constructed;

struct Registry {
  std::vector<std::string> names;
  bool complete = false;
  Registry() {
    constructed++;
    names.push_back("a name that does not fit into the small buffer");
    std::this_thread::yield();
    names.push_back("second");
    complete = true;
  }
};

static Registry& registry() {
  static Registry instance;
  return instance;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([] {
      Registry& mine = registry();
      assert(mine.complete && mine.names.size() == 2 && constructed == 1);
    });
  for (auto& thread : threads) thread.join();
  assert(constructed == 1);
  return 0;
}
