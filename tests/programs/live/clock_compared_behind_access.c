// selvage-live: bug
// shows: what time it was may matter only once the other thread has answered: it is asked for again then
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
    time_t now = time(NULL);
    if (!answered) continue;
    assert(now < start + 60);  // finding
    tries++;
  }
  pthread_join(other, NULL);
}
