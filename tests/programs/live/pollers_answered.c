// selvage-live: verified
// shows: three threads poll under a lock for what a fourth does: each of them sees it in the end
#include <assert.h>
#include <pthread.h>
enum { POLLERS = 3 };

static int said;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* poll(void* unused) {
  int seen;
  do {
    pthread_mutex_lock(&lock);
    seen = said;
    pthread_mutex_unlock(&lock);
  } while (seen == 0);
  return unused;
}

static void* say(void* unused) {
  pthread_mutex_lock(&lock);
  said = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[POLLERS], speaker;
  for (int i = 0; i < POLLERS; i++) pthread_create(&threads[i], 0, poll, 0);
  pthread_create(&speaker, 0, say, 0);
  for (int i = 0; i < POLLERS; i++) pthread_join(threads[i], 0);
  pthread_join(speaker, 0);
  assert(said == 1);
  return 0;
}
