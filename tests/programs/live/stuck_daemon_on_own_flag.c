// selvage-live: bug
// shows: the same with a compare-exchange that fails, on memory that no other thread comes to
// finding: stuck-threads
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void* works(void* unused) {
  (void)unused;
  for (;;) {
    int free = 0;
    while (!atomic_compare_exchange_strong(&lock, &free, 1)) free = 0;
    atomic_store(&lock, 0);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, works, NULL);
  return 0;
}
