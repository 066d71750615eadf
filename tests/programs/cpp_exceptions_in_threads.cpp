// selvage-test: exceptions in several threads with switches while thrown, caught, nested and rethrown
// expect: completed
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct YieldsWhenDestroyed {
  int before = std::uncaught_exceptions();
  ~YieldsWhenDestroyed() {
    assert(std::uncaught_exceptions() == before + 1);
    std::this_thread::yield();
    assert(std::uncaught_exceptions() == before + 1);
  }
};

static void fail(int self, int depth) {
  YieldsWhenDestroyed guard;
  if (depth == 0) throw std::runtime_error("thread " + std::to_string(self));
  fail(self, depth - 1);
}

static void worker(int self) {
  assert(std::uncaught_exceptions() == 0 && !std::current_exception());
  const std::string mine = "thread " + std::to_string(self);
  try {
    try {
      fail(self, 2);
    } catch (const std::runtime_error& outer) {
      std::this_thread::yield();
      try {
        throw std::logic_error("inner " + std::to_string(self));
      } catch (const std::logic_error& inner) {
        std::this_thread::yield();
        assert(inner.what() == "inner " + std::to_string(self));
      }
      assert(outer.what() == mine);
      throw;
    }
  } catch (const std::exception& error) {
    std::this_thread::yield();
    assert(error.what() == mine && std::uncaught_exceptions() == 0);
  }
  assert(!std::current_exception());
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(worker, i);
  for (auto& thread : threads) thread.join();
  return 0;
}
