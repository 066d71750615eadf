// campaign: a slot is looked for and taken in two critical sections
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int owner[2];
static atomic_int taken[2];
static void* claim(void* unused) {
  (void)unused;
  int slot = -1;
  pthread_mutex_lock(&m);
  for (int i = 0; i < 2 && slot < 0; i++)
    if (!owner[i]) slot = i;
#ifdef FIXED
  if (slot >= 0) owner[slot] = 1;
#endif
  pthread_mutex_unlock(&m);
  if (slot < 0) return 0;
#ifndef FIXED
  pthread_mutex_lock(&m);
  owner[slot] = 1;
  pthread_mutex_unlock(&m);
#endif
  assert(atomic_fetch_add(&taken[slot], 1) == 0);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, claim, 0);
  pthread_create(&threads[1], 0, claim, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
