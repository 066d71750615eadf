// selvage-check: verified
// shows: of two who wait with a deadline one is signalled, both, or none; the signal is sent with the mutex held
// strategies: source
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int tokens;

static void* takes(void* unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  int status = 0;
  while (tokens == 0 && status == 0) status = pthread_cond_timedwait(&condition, &mutex, &deadline);
  if (tokens > 0) tokens--;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* gives(void* unused) {
  pthread_mutex_lock(&mutex);
  tokens++;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  void* (*const routines[])(void*) = {takes, gives, takes};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, routines[i], NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
