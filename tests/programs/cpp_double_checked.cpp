// selvage-test: double-checked initialisation with atomics constructs once and publishes a complete object
// expect: completed
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

struct Settings {
  int first = 0, second = 0;
};

static std::atomic<Settings*> published;
static std::mutex lock;
static int constructed;

static Settings* settings() {
  Settings* seen = published.load(std::memory_order_acquire);
  if (seen) return seen;
  std::lock_guard guard(lock);
  seen = published.load(std::memory_order_relaxed);
  if (!seen) {
    seen = new Settings;
    constructed++;
    seen->first = 1;
    seen->second = 2;
    published.store(seen, std::memory_order_release);
  }
  return seen;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([] {
      Settings* mine = settings();
      assert(mine->first == 1 && mine->second == 2);
    });
  for (auto& thread : threads) thread.join();
  assert(constructed == 1);
  delete published.load();
  return 0;
}
