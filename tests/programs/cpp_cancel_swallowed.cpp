// selvage-test: a catch (...) that swallows a cancellation ends the program as an abort
// expect: abort
// plain-exit: skip
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void* swallows(void*) {
  try {
    sem_wait(&never);
  } catch (...) {
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, nullptr, swallows, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, nullptr);
  return 0;
}
