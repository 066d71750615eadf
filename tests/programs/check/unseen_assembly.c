// selvage-check: bounded
// shows: a statement of inline assembly may do anything to memory
// gaps: unseen_code
#include <pthread.h>

static int shared;

static void *work(void *unused) {
  __asm__ volatile("incl (%0)" : : "r"(&shared) : "memory");
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
