// selvage-live: verified
// shows: a thread polls for a flag, sleeping in between, and gives up at a deadline, which is no livelock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void* sets(void* unused) {
  atomic_store(&ready, 1);
  return unused;
}

static void* polls(void* unused) {
  long long deadline = now() + 3000000;
  while (!atomic_load(&ready) && now() < deadline) usleep(1000);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sets, NULL);
  pthread_create(&second, NULL, polls, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
