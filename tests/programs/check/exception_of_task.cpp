// selvage-check: verified
// shows: what a thread does with an exception comes before its destruction by another one that lets go of it last
// strategies: source, classic
// cflags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

struct Failure {
  ~Failure() { code = 0; }
  int code;
};

int main() {
  std::packaged_task<void()> task([] { throw Failure{3}; });
  std::future<void> done = task.get_future();
  std::thread thread(std::move(task));
  try {
    done.get();
  } catch (const Failure &failure) {
    assert(failure.code == 3);
  }
  thread.join();
}
