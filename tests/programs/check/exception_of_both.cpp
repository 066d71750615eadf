// selvage-check: bug
// shows: threads that get the exception of a shared future have one object, and are not ordered by its count
// finding: data-race
// strategies: source, classic
// cflags: -std=c++20
#include <future>
#include <thread>

struct Failure {
  int handled = 0;
};

int main() {
  std::promise<void> promise;
  std::shared_future<void> done = promise.get_future().share();
  promise.set_exception(std::make_exception_ptr(Failure()));
  auto work = [done] {
    try {
      done.get();
    } catch (Failure &failure) {
      failure.handled++;  // finding
    }
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
}
