// selvage-test: atomics of pointers, floating point, structures, references and shared_ptr lose no update
// link: -latomic
// expect: completed
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

struct Pair {
  long first, second;
};

int main() {
  int array[8] = {};
  std::atomic<int*> pointer = array;
  std::atomic<double> number = 0;
  std::atomic<Pair> pair = Pair{0, 0};
  int plain = 0;
  std::atomic<std::shared_ptr<int>> shared = std::make_shared<int>(0);
  auto worker = [&] {
    for (int i = 0; i < 2; i++) {
      pointer++;
      number.fetch_add(0.5);
      std::atomic_ref(plain)++;
      Pair seen = pair.load();
      while (!pair.compare_exchange_strong(seen, Pair{seen.first + 1, seen.second - 1})) continue;
      auto old = shared.load();
      while (!shared.compare_exchange_strong(old, std::make_shared<int>(*old + 1))) continue;
    }
  };
  std::thread first(worker), second(worker);
  first.join();
  second.join();
  assert(pointer == array + 4 && number == 2.0 && plain == 4);
  assert(pair.load().first == 4 && pair.load().second == -4);
  assert(*shared.load() == 4);
  return 0;
}
