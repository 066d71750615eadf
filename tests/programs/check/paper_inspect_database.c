// selvage-check: bug
// shows: operations of two classes on a database, where the first of a class keeps the other class out (Inspect, Fig. 2)
// finding: deadlock
// The paper's interleaving: an operation of class A has entered and holds the lock; one of class B takes the mutex and
// waits for the lock with the mutex in hand, which A needs in order to leave.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static int active[2];

static void operate(int class) {
  pthread_mutex_lock(&mutex);
  if (++active[class] == 1) pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  if (--active[class] == 0) pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&mutex);
}

static void* class_a(void* unused) {
  operate(0);
  return unused;
}

static void* class_b(void* unused) {
  operate(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, class_a, NULL);
  pthread_create(&b, NULL, class_b, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
