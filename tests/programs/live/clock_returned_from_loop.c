// selvage-live: bug
// shows: a time that is returned from the loop that it was read in decides in the caller's loop
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

static time_t wait_until(time_t deadline) {
  time_t now;
  do now = time(NULL);
  while (now < deadline);
  return now;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, answers, NULL);
  time_t start = time(NULL);
  for (int tries = 0; tries < 1;) {
    time_t now = wait_until(start + 2);
    if (!answered) continue;
    assert(now < start + 50);  // finding
    tries++;
  }
  pthread_join(other, NULL);
}
