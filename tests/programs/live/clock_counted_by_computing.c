// selvage-live: bug
// shows: a loop that only computes makes something of the time; behind a look at shared memory that still decides
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int answered;

static void* answers(void* unused) {
  answered = 1;
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  time_t start = time(NULL);
  for (int tries = 0; tries < 1;) {
    time_t passed = time(NULL) - start;
    unsigned digits = 0;
    for (time_t rest = passed; rest > 0; rest /= 10) digits++;
    if (!answered) continue;
    assert(digits < 3);  // finding
    tries++;
  }
  pthread_join(other, NULL);
}
