// selvage-test: std::mutex with its guards excludes; try_lock tells; ownership moves and is released
// expect: completed
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

static std::mutex lock, held;
static int inside, total;

static void worker() {
  for (int i = 0; i < 2; i++) {
    std::unique_lock<std::mutex> guard(lock, std::defer_lock);
    assert(!guard.owns_lock());
    guard.lock();
    assert(++inside == 1);
    total++;
    inside--;
    std::unique_lock<std::mutex> moved(std::move(guard));
    assert(moved.owns_lock() && !guard.owns_lock());
  }
  std::unique_lock<std::mutex> attempt(held, std::try_to_lock);
  assert(!attempt.owns_lock());
  bool thrown = false;
  try {
    attempt.unlock();
  } catch (const std::system_error& error) {
    thrown = error.code() == std::errc::operation_not_permitted;
  }
  assert(thrown);
}

int main() {
  std::lock_guard<std::mutex> guard(held);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(worker);
  for (auto& thread : threads) thread.join();
  assert(total == 6);
  return 0;
}
