// selvage-live: bug
// shows: that the time is up before the other thread has answered is found
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
  while (!answered && time(NULL) < start + 3600) continue;
  assert(answered);  // finding
  pthread_join(other, NULL);
}
