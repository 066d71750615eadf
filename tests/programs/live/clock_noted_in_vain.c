// selvage-live: bug
// shows: a loop that notes the time, and waits for a flag that nobody sets, is not left by time
// finding: livelock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void* forgets(void* unused) { return unused; }

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, forgets, NULL);
  time_t last = 0;
  while (!flag) last = time(NULL);  // finding
  pthread_join(other, NULL);
  return last == 0;
}
