// A bounded queue of the C++ library's kind, between four threads.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::condition_variable not_empty, not_full;
static std::deque<int> queue;
static void produce() {
  for (int i = 0; i < 200; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    not_full.wait(lock, [] { return queue.size() < 3; });
    queue.push_back(i);
    not_empty.notify_one();
  }
}
static void consume() {
  for (int i = 0; i < 200; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    not_empty.wait(lock, [] { return !queue.empty(); });
    queue.pop_front();
    not_full.notify_one();
  }
}
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back(i % 2 == 0 ? produce : consume);
  for (std::thread& thread : threads) thread.join();
}
