// selvage-check: bug
// shows: an exception is destroyed by the thread that lets go of it last, by an exception_ptr or by the end of a handler
// finding: assertion
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <cassert>
#include <exception>
#include <thread>

static thread_local bool may_destroy = true;

struct Failure {
  Failure() = default;
  Failure(const Failure &) = default;
  ~Failure() { assert(may_destroy); }  // finding
};

int main() {
  std::exception_ptr held;
  try {
    throw Failure();
  } catch (...) {
    held = std::current_exception();
  }
  std::thread thread([own = held]() mutable {
    may_destroy = false;
    try {
      std::rethrow_exception(std::move(own));
    } catch (const Failure &) {
    }
  });
  held = nullptr;
  thread.join();
}
