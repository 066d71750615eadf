// selvage-check: verified
// shows: double-checked initialisation with an acquiring load and a releasing store
// strategies: source
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::atomic<bool> ready;
static int value;

static int get() {
  if (!ready.load(std::memory_order_acquire)) {
    std::lock_guard guard(mutex);
    if (!ready.load(std::memory_order_relaxed)) {
      value++;
      ready.store(true, std::memory_order_release);
    }
  }
  return value;
}

int main() {
  auto use = [] { assert(get() == 1); };
  std::thread first(use), second(use);
  first.join();
  second.join();
}
