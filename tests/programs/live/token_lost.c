// selvage-live: bug
// shows: a token that is handed to a thread that does not exist: the others poll for ever
// finding: livelock
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int holder;

static void* plays(void* argument) {
  intptr_t own = (intptr_t)argument;
  for (int i = 0; i < 2; i++) {
    while (atomic_load(&holder) != own) sched_yield();
    atomic_store(&holder, (int)own + 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, plays, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
