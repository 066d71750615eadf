// Two threads count without a lock. The result is right in almost every run, and a data race in all of them. With
// -DATOMIC the counter is atomic, and nothing is left to find.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#ifdef ATOMIC
static atomic_int hits;
#else
static int hits;
#endif

static void* visitor(void* unused) {
  hits++;
  return unused;
}

int main(void) {
  pthread_t visitors[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&visitors[i], NULL, visitor, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(visitors[i], NULL);
  }
  printf("hits: %d\n", hits);
  return 0;
}
