// Threads that are alike: each takes a number, and what it does then depends on it. With NUMBERED they have different arguments,
// which they do not use; with C11 they are those of <threads.h>.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <threads.h>

#ifndef N
#define N 5
#endif

static atomic_int taken, last;

static void take(void) {
  int number = atomic_fetch_add(&taken, 1);
  if (number % 2 == 1)
    atomic_fetch_add(&last, number);
  else
    atomic_store(&last, number);
}

#ifdef C11
static int work(void* argument) {
  take();
  return argument == NULL ? 0 : 1;
}
#elif defined NUMBERED
static void* work(void* unused) {
  (void)unused;
  take();
  return NULL;
}
#else
static void* work(void* argument) {
  take();
  return argument;
}
#endif

static void* argument_of(int i) {
#ifdef NUMBERED
  return (void*)(intptr_t)i;
#else
  return i < N ? NULL : &taken;
#endif
}

int main(void) {
#ifdef C11
  thrd_t threads[N];
  for (int i = 0; i < N; i++) thrd_create(&threads[i], work, argument_of(i));
  for (int i = 0; i < N; i++) thrd_join(threads[i], NULL);
#else
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, work, argument_of(i));
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
#endif
  assert(taken == N);
  return 0;
}
