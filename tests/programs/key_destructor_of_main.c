// selvage-test: pthread_exit in main runs the destructors of main's values
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_t main_thread;
static int destroyed;

static void destroy(void* value) {
  assert(value == &key);
  destroyed++;
}

static void* joins_main(void* unused) {
  assert(pthread_join(main_thread, NULL) == 0);
  assert(destroyed == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  main_thread = pthread_self();
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_create(&thread, NULL, joins_main, NULL);
  pthread_exit(NULL);
}
