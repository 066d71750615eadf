// Two threads update one object twice each, in six possible orders; the assertion fails in the one that ORDER states: the
// numbers of the first thread's updates.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int updates;

static void* update(void* unused) {
  (void)unused;
  int first = atomic_fetch_add(&updates, 1), second = atomic_fetch_add(&updates, 1);
  return (void*)(long)(first * 10 + second);
}

int main(void) {
  pthread_t threads[2];
  void* numbers[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], &numbers[i]);
  assert((long)numbers[0] != ORDER);
  return 0;
}
