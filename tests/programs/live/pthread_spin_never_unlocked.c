// selvage-live: bug
// shows: the C library's spinlock is a wait of its own: whoever waits for it for ever is deadlocked
// finding: deadlock
#include <pthread.h>

static pthread_spinlock_t spinlock;

__attribute__((constructor)) static void prepare(void) { pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE); }

static void* enters(void* unused) {
  pthread_spin_lock(&spinlock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, enters, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
