// selvage-live: bug
// shows: what the time chooses in each round of a loop that only computes is carried on in memory
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
    int reached[2] = {0, 0};
    for (int i = 1; i <= 3; i++) {
      if (passed > i * 10)
        reached[0]++;
      else
        reached[1]++;
    }
    if (!answered) continue;
    assert(reached[0] < 2);  // finding
    tries++;
  }
  pthread_join(other, NULL);
}
