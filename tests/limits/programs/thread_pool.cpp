// A pool of threads with heavy tasks: a fraction of a second goes by between two steps.
#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::condition_variable changed;
static std::queue<std::function<void()>> tasks;
static bool stop;
static long sum;
static void work() {
  for (;;) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return stop || !tasks.empty(); });
    if (tasks.empty()) return;
    std::function<void()> task = std::move(tasks.front());
    tasks.pop();
    lock.unlock();
    task();
  }
}
static void sort_many(unsigned seed) {
  std::vector<unsigned> values(1000000);
  for (unsigned& value : values) value = seed = seed * 1664525 + 1013904223;
  std::sort(values.begin(), values.end());
  std::lock_guard<std::mutex> lock(mutex);
  sum = sum * 3 + values[seed % values.size()];
}
int main() {
  std::vector<std::thread> pool;
  for (int i = 0; i < 3; i++) pool.emplace_back(work);
  for (unsigned i = 0; i < 6; i++) {
    std::lock_guard<std::mutex> lock(mutex);
    tasks.push([i] { sort_many(i); });
    changed.notify_one();
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    stop = true;
  }
  changed.notify_all();
  for (std::thread& thread : pool) thread.join();
}
