// shows: atoms that follow pointers, in C++: a list that grows
// atom: one: list && !list->next
// atom: two: list && list->next && list->next->value == 1
// atom: ready: space::state == space::kReady
// holds: G (two -> !one)
// holds: F two
// holds: (!ready) U two
// fails: G (ready -> one)
// with -DWRONG fails: (!ready) U two
#include <atomic>
#include <thread>

struct Node {
  std::atomic<int> value;
  std::atomic<Node*> next;
};

Node first{1, nullptr}, second{2, nullptr};
std::atomic<Node*> list;
namespace space {
enum State { kIdle, kReady };
std::atomic<State> state;
}  // namespace space

static void push(Node* node) {
  node->next = list.load();
  list = node;
}

int main() {
  std::thread other([] {
    while (space::state.load() != space::kReady) continue;
  });
  push(&first);
#ifdef WRONG
  space::state = space::kReady;
#endif
  push(&second);
  space::state = space::kReady;
  other.join();
  return list.load()->value > 2;
}
