// selvage-test: pthread_timedjoin_np gives ETIMEDOUT on a thread that stays, and the thread remains joinable
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t release;

static void* worker(void* unused) {
  (void)unused;
  sem_wait(&release);
  return (void*)9;
}

int main(void) {
  pthread_t thread;
  void* result = NULL;
  struct timespec deadline, now;
  sem_init(&release, 0, 0);
  assert(pthread_create(&thread, NULL, worker, NULL) == 0);
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_nsec = deadline.tv_nsec / 2;
  deadline.tv_sec += 1;
  assert(pthread_timedjoin_np(thread, &result, &deadline) == ETIMEDOUT);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec >= deadline.tv_sec);
  assert(result == NULL);
  sem_post(&release);
  deadline.tv_sec = now.tv_sec + 100;
  int error = pthread_timedjoin_np(thread, &result, &deadline);
  assert(error == 0 || error == ETIMEDOUT);
  if (error == ETIMEDOUT) assert(pthread_join(thread, &result) == 0);
  assert(result == (void*)9);
  return 0;
}
