// shows: a truth value has two values without saying so; nothing is seen of it
// option: --secret flag
// option: --public count
// observational: safe
// possibilistic: safe
// termination: safe
#include <atomic>
#include <thread>
bool flag = false;
std::atomic<int> count{0};
int main(int argc, char**) {
  auto work = [] {
    if (flag) {
      count.fetch_add(1);
    } else {
      count.fetch_add(1);
    }
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  return argc > 100 ? count.load() : 0;
}
