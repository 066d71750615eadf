// selvage-check: bounded
// shows: a loop without a point in it that is gone round for ever ends the execution, not the check
// gaps: cut_off, fewer_points
// check-options: --points minimal
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

static void *try_again(void *unused) {
  while (pthread_mutex_trylock(&mutex) != 0) continue;
  return unused;
}

int main(void) {
  pthread_t keeper, trier;
  pthread_create(&keeper, 0, keep, 0);
  pthread_join(keeper, 0);
  pthread_create(&trier, 0, try_again, 0);
  pthread_join(trier, 0);
}
