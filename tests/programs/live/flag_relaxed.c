// selvage-live: bug
// shows: a flag that is set and awaited by relaxed operations does not bring the message with it
// finding: data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int message;

static void* sends(void* unused) {
  message = 7;  // finding
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

static void* receives(void* unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) continue;
  return message == 7 ? unused : NULL;  // finding
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sends, NULL);
  pthread_create(&second, NULL, receives, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
