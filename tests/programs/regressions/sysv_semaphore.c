// The assertion fails whenever the schedule X is the first to run on a fresh semaphore, which no execution leaves behind.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/sem.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int flag, x;
static void* t(void* a) {
  pthread_mutex_lock(&m); int saw = flag; pthread_mutex_unlock(&m);
  int s = semget(0x53454c39, 1, IPC_CREAT | 0600);
  int fresh = semctl(s, 0, GETVAL) == 0;
  semctl(s, 0, SETVAL, 1);
  assert(!(fresh && saw == x));
  return 0;
}
int main(int c, char** v) { x = atoi(v[1]); pthread_t p; pthread_create(&p, 0, t, 0);
  pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m); pthread_join(p, 0); return 0; }
