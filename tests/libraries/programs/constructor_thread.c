// A library that starts a thread before main.
#include <pthread.h>

static pthread_t thread;
static int done;

static void* work(void* unused) {
  __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
  return unused;
}

__attribute__((constructor)) static void start(void) { pthread_create(&thread, NULL, work, NULL); }

int library_look(void) { return __atomic_load_n(&done, __ATOMIC_SEQ_CST); }
void library_join(void) { pthread_join(thread, NULL); }
