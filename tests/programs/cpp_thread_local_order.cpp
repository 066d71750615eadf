// selvage-test: thread_local destructors run in reverse order of construction, then key destructors, then join returns
// expect: completed
#include <pthread.h>

#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> order;
static pthread_key_t key;

struct Noted {
  int number;
  explicit Noted(int number) : number(number) {}
  ~Noted() { order.push_back(number); }
};

static void make_all() {
  static thread_local Noted first(1);
  static thread_local Noted second(2);
  static thread_local Noted third(3);
}

int main() {
  pthread_key_create(&key, [](void*) {
    assert(order.size() == 3);
    order.push_back(4);
  });
  for (int round = 0; round < 2; round++) {
    order.clear();
    std::thread worker([] {
      pthread_setspecific(key, &order);
      make_all();
      make_all();
    });
    worker.join();
    assert((order == std::vector<int>{3, 2, 1, 4}));
  }
  return 0;
}
