// selvage-test: unlocking a normal mutex that is not locked is misuse, here only when the thread comes too late
// expect: misuse, completed
// plain-exit: skip
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int unlocked;

static void* unlocks_if_asked(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  if (atomic_exchange(&unlocked, 1)) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, unlocks_if_asked, NULL);
  if (!atomic_load(&unlocked)) atomic_store(&unlocked, 1);
  pthread_join(thread, NULL);
  return 0;
}
