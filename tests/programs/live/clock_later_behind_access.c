// selvage-live: bug
// shows: where a later time leads to a look at shared memory, a time that is later still may matter behind it
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
    if (now < start + 10) continue;
    if (!answered) continue;
    assert(now < start + 60);  // finding
    tries++;
  }
  pthread_join(other, NULL);
}
