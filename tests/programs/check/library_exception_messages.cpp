// selvage-check: verified
// shows: copies of an exception share their message, which goes with the last one, after whatever others did with it
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <cassert>
#include <memory>
#include <stdexcept>
#include <thread>

int main() {
  auto failure = std::make_unique<std::runtime_error>("message");
  std::thread thread([own = *failure] { assert(own.what()[0] == 'm'); });
  assert(failure->what()[1] == 'e');
  failure.reset();
  thread.join();
}
