// campaign: a push that does not try again when it was overtaken
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top;
static atomic_int next_of[4];
static void* push(void* number) {
  int node = (int)(long)number + 1;
  int head = top;
#ifdef FIXED
  do {
    next_of[node] = head;
  } while (!atomic_compare_exchange_strong(&top, &head, node));
#else
  next_of[node] = head;
  top = node;
#endif
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, push, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  int count = 0;
  for (int node = top; node; node = next_of[node]) count++;
  assert(count == 3);
  return 0;
}
