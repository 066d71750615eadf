// selvage-live: bug
// shows: calls of one function on two ways that part by the time are two ways, also where the optimizer could make one of them
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int answered;
static int state;

static void* answers(void* unused) {
  answered = 1;
  return unused;
}

static void set_state(int value) {
  pthread_mutex_lock(&mutex);
  state = value;
  pthread_mutex_unlock(&mutex);
}

static void wait_for_answer(time_t start) {
  for (;;) {
    time_t passed = time(NULL) - start;
    if (passed >= 20) return set_state(2);
    if (passed >= 10) return set_state(1);
    if (answered) return;
  }
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  wait_for_answer(time(NULL));
  assert(state != 2);  // finding
  pthread_join(other, NULL);
}
