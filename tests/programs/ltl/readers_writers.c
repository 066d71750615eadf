// shows: readers that come and go may keep a writer out for ever where only the lock itself is looked at
// atom: wants: writer_wants
// atom: writes: writing
// atom: reads: reading
// strategy: states
// model: readers_writers.pml
// fails weakly: G (wants -> F writes)
// holds: G !(writes && reads)
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
volatile int writer_wants, writing, reading;

static void* write_on(void* unused) {
  for (;;) {
    writer_wants = 1;
    pthread_rwlock_wrlock(&lock);
    writing = 1;
    writer_wants = 0;
    writing = 0;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

static void* read_on(void* unused) {
  for (;;) {
    pthread_rwlock_rdlock(&lock);
    reading = 1;
    reading = 0;
    pthread_rwlock_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, write_on, 0);
  pthread_create(&threads[1], 0, read_on, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
