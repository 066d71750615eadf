// selvage-test: a test-and-set lock, a ticket lock, a flag and a try-lock that are waited for by going round a loop
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int locked, next_ticket, now_served, ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counters[3];

static void* works(void* unused) {
  while (!atomic_load(&ready)) usleep(10);
  for (int delay = 1; atomic_exchange(&locked, 1); delay *= 2)
    for (volatile int i = 0; i < delay; i++) continue;
  counters[0]++;
  atomic_store(&locked, 0);
  int ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_served) != ticket) sched_yield();
  counters[1]++;
  atomic_fetch_add(&now_served, 1);
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
  counters[2]++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, works, NULL);
  atomic_store(&ready, 1);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; i++) assert(counters[i] == 3);
  return 0;
}
