// What decides which lock is taken has an influence on deadlocks, unless nobody waits for these locks for ever: sections
// that wait for nothing, or only for such locks. Not so: locks taken inside each other in both orders, a lock that is
// not always given back, that goes with a condition, that is tried, and one that is held while a loop goes round.
#include <pthread.h>

static pthread_mutex_t leaves[4], around = PTHREAD_MUTEX_INITIALIZER, one = PTHREAD_MUTEX_INITIALIZER,
                                  other = PTHREAD_MUTEX_INITIALIZER, kept = PTHREAD_MUTEX_INITIALIZER,
                                  with_condition = PTHREAD_MUTEX_INITIALIZER, tried = PTHREAD_MUTEX_INITIALIZER,
                                  in_loop = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int which, outer, order, keeps, waits, tries, loops, back, data, *volatile list;

static void leaf(int index) {
  pthread_mutex_lock(&leaves[index]);
  if (data == index) data++;
  pthread_mutex_unlock(&leaves[index]);
}

static void* run(void* unused) {
  // CHECK-DAG: run:[[@LINE+1]] which reads {which}{{( influences( crash)?( conduct)?)?$}}
  leaf(which & 3);
  // CHECK-DAG: run:[[@LINE+1]] outer reads {outer}{{( influences( crash)?( conduct)?)?$}}
  if (outer) {
    pthread_mutex_lock(&around);
    leaf(1);
    pthread_mutex_unlock(&around);
  }
  // CHECK-DAG: run:[[@LINE+1]] order reads {order} influences{{.*}} deadlock
  if (order) {
    pthread_mutex_lock(&one);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&one);
  } else {
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&other);
  }
  // CHECK-DAG: run:[[@LINE+1]] waits reads {waits} influences{{.*}} deadlock
  if (waits) {
    pthread_mutex_lock(&with_condition);
    pthread_cond_wait(&condition, &with_condition);
    pthread_mutex_unlock(&with_condition);
  }
  // CHECK-DAG: run:[[@LINE+1]] tries reads {tries} influences{{.*}} deadlock
  if (tries) {
    if (pthread_mutex_trylock(&tried) == 0) pthread_mutex_unlock(&tried);
    pthread_mutex_lock(&tried);
    pthread_mutex_unlock(&tried);
  }
  // CHECK-DAG: run:[[@LINE+1]] loops reads {loops} influences{{.*}} deadlock
  if (loops) {
    pthread_mutex_lock(&in_loop);
    while (list) list = 0;
    pthread_mutex_unlock(&in_loop);
  }
  // CHECK-DAG: run:[[@LINE+1]] keeps reads {keeps} influences{{.*}} deadlock
  if (keeps) {
    pthread_mutex_lock(&kept);
    if (back) pthread_mutex_unlock(&kept);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  which = outer = order = waits = tries = loops = keeps = 1;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
