// selvage-test: an illegal instruction in a thread is a crash
// expect: crash
// plain-exit: skip
#include <pthread.h>

static void* traps(void* unused) {
  __asm__ volatile("ud2");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, traps, NULL);
  pthread_join(thread, NULL);
  return 0;
}
