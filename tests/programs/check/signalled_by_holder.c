// selvage-check: bug
// shows: a thread gets a signal from whoever holds its mutex; the race is there only where it came first
// finding: deadlock, data-race
// strategies: source, classic, dfs
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void nothing(int signal) { (void)signal; }

static void *locks(void *unused) {
  pthread_mutex_lock(&lock);  // finding
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *writes(void *unused) {
  value = 1;  // finding
  return unused;
}

int main(void) {
  pthread_t threads[2];
  signal(SIGUSR1, nothing);
  pthread_create(&threads[0], NULL, locks, NULL);
  pthread_create(&threads[1], NULL, writes, NULL);
  pthread_mutex_lock(&lock);
  pthread_kill(threads[0], SIGUSR1);
  pthread_join(threads[0], NULL);  // finding
  int seen = value;  // finding
  (void)seen;
  pthread_join(threads[1], NULL);
  return 0;
}
