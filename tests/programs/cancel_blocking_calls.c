// selvage-test: semaphore wait, join, pipe read, sleep and sigwait are cancellation points, blocked or not
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t never;
static int pipe_ends[2];
static pthread_t immortal;

static void* waits_semaphore(void* unused) {
  sem_wait(&never);
  return unused;
}

static void* joins(void* unused) {
  pthread_join(immortal, NULL);
  return unused;
}

static void* reads(void* unused) {
  char byte;
  if (read(pipe_ends[0], &byte, 1) < 0) return &never;
  return unused;
}

static void* sleeps(void* unused) {
  for (;;) sleep(1000);
  return unused;
}

static void* waits_signal(void* unused) {
  sigset_t set;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigwait(&set, &number);
  return unused;
}

int main(void) {
  void* (*functions[])(void*) = {waits_semaphore, joins, reads, sleeps, waits_signal};
  pthread_t threads[5];
  void* result;
  sem_init(&never, 0, 0);
  assert(pipe(pipe_ends) == 0);
  pthread_create(&immortal, NULL, waits_semaphore, NULL);
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 5; i++) assert(pthread_cancel(threads[i]) == 0);
  for (int i = 0; i < 5; i++) assert(pthread_join(threads[i], &result) == 0 && result == PTHREAD_CANCELED);
  sem_post(&never);  // the thread whose joiner was cancelled is still there to be joined
  assert(pthread_join(immortal, &result) == 0 && result == NULL);
  return 0;
}
