// Objects made by `new`: each is known by its type and the line that made it.
#include <pthread.h>

namespace {

struct Node {
  Node* next;
  int value;
};

Node* head;

void* increments(void* unused) {
  for (Node* node = head; node != nullptr; node = node->next) node->value++;
  return unused;
}

}  // namespace

int main() {
  for (int i = 0; i < 2; i++) head = new Node{head, i};
  pthread_t one, other;
  pthread_create(&one, nullptr, increments, nullptr);
  pthread_create(&other, nullptr, increments, nullptr);
  pthread_join(one, nullptr);
  pthread_join(other, nullptr);
}
