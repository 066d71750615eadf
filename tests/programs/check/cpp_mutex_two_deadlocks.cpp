// selvage-check: bug
// shows: two deadlocks are two findings, though all threads wait in the same function of the library
// finding: deadlock
// findings: 2
// strategies: source
#include <mutex>
#include <thread>

static std::mutex left, middle, right;

static void left_first() {
  std::lock_guard<std::mutex> first(left);
  std::lock_guard<std::mutex> second(middle);  // finding
}

static void left_last() {
  std::lock_guard<std::mutex> first(middle);
  std::lock_guard<std::mutex> second(left);  // finding
}

static void right_last() {
  std::lock_guard<std::mutex> first(middle);
  std::unique_lock<std::mutex> second(right);  // finding
}

static void right_first() {
  std::unique_lock<std::mutex> first(right);
  std::lock_guard<std::mutex> second(middle);  // finding
}

static void together(void (*one)(), void (*other)()) {
  std::thread a(one), b(other);
  a.join();
  b.join();
}

int main() {
  together(left_first, left_last);
  together(right_last, right_first);
  together(left_first, left_last);
  return 0;
}
