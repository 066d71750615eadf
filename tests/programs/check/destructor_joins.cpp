// selvage-check: verified
// shows: a static object's destructor tells its thread to stop and joins it, as it should
// strategies: source, classic, dfs
// cflags: -std=c++20
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  ~Worker() {
    {
      std::lock_guard held(lock_);
      is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  void run() {
    std::unique_lock held(lock_);
    changed_.wait(held, [this] { return is_over_; });
    assert(is_over_);
  }

  std::mutex lock_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

int main() { static Worker worker; }
