// campaign: a pop takes an element off that has been taken off and put back
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top = 1;  // 1 -> 2 -> 0
static atomic_int next_of[3] = {0, 2, 0};
static atomic_int taken[3];
static int pop(void) {
  for (;;) {
    int head = top;
    if (!head) return 0;
    int rest = next_of[head];
    int expected = head;
    if (atomic_compare_exchange_strong(&top, &expected, rest)) return head;
  }
}
#ifndef FIXED
static void push(int node) {
  int head = top;
  do {
    next_of[node] = head;
  } while (!atomic_compare_exchange_strong(&top, &head, node));
}
#endif
static void* one(void* unused) {
  (void)unused;
  int node = pop();
  if (node) assert(taken[node]++ == 0);
  return 0;
}
static void* other(void* unused) {
  (void)unused;
  int first = pop();
  if (!first) return 0;
  taken[first]++;
  int second = pop();
  if (second) taken[second]++;
#ifndef FIXED
  taken[first]--;
  push(first);
#endif
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  for (int node = top; node; node = next_of[node]) assert(taken[node] == 0);
  return 0;
}
