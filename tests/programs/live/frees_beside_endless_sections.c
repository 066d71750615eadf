// selvage-live: bug
// shows: a thread frees the block that it was handed behind a loop, and ends; what is recorded of that changes none of its steps
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int open = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* passes(void* block) {
  while (!atomic_load(&open)) {
  }
  free(block);
  return 0;
}

static void* locks_for_ever(void* unused) {
  for (;;) {                       // finding
    pthread_mutex_lock(&lock);     // finding
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  int* block = malloc(sizeof *block);
  *block = 3;
  pthread_create(&first, 0, passes, block);
  pthread_create(&second, 0, locks_for_ever, 0);
  pthread_join(second, 0);
  return 0;
}
