// A source file that the compiler needs minutes for.
// source: yes
#include <atomic>
#include <thread>
template <int Depth, long Number>
struct Tree {
  static int sum(int value) {
    return Tree<Depth - 1, Number * 2>::sum(value + 1) ^ Tree<Depth - 1, Number * 2 + 1>::sum(value);
  }
};
template <long Number>
struct Tree<0, Number> {
  static int sum(int value) { return value * static_cast<int>(Number); }
};
static std::atomic<int> value;
int main() {
  std::thread thread([] { value += Tree<18, 1>::sum(value); });
  value++;
  thread.join();
}
