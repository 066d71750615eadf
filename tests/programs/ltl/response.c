// shows: a producer's items are consumed, with atoms and a formula in the source
// own formulas hold
// with -DWRONG own formulas fail
// model: response.pml
// holds: G (filled -> F drained)
// holds weakly: G (filled -> F drained)
// holds weakly: F (done && F G drained)
// with -DWRONG fails weakly: F (done && F G drained)
// holds: drained
#include <pthread.h>
#include <selvage.h>

struct queue {
  int len;
  int items[2];
} queue;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int produced;

SELVAGE_ATOM(filled, queue.len == 1);
SELVAGE_ATOM(drained, queue.len == 0);
SELVAGE_ATOM(done, produced == 2);
SELVAGE_LTL("F (done && F G drained)");

static void* produce(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    while (queue.len == 1) pthread_cond_wait(&changed, &mutex);
    queue.items[queue.len++] = i;
    produced++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* consume(void* unused) {
#ifdef WRONG
  int count = 1;
#else
  int count = 2;
#endif
  for (int i = 0; i < count; i++) {
    pthread_mutex_lock(&mutex);
    while (queue.len == 0) pthread_cond_wait(&changed, &mutex);
    queue.len--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return queue.items[0];
}
