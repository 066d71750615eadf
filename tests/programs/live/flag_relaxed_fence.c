// selvage-live: verified
// shows: a thread waits by relaxed loads and acquires with a fence afterwards
// mutex-twin: semaphore_message.c
// loops: 1
// unfair: depth
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int message;

static void* sends(void* unused) {
  message = 7;
  atomic_store(&ready, 1);
  return unused;
}

static void* receives(void* unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) continue;
  atomic_thread_fence(memory_order_acquire);
  assert(message == 7);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
