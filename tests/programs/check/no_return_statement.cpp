// selvage-check: verified
// shows: a thread's function that ends without a return statement comes back, as with gcc, if nobody uses its result
#include <pthread.h>

static int count;

static void* add(void*) { count++; }

static int store() { count = 0; }

int main() {
  store();
  pthread_t thread;
  pthread_create(&thread, nullptr, add, nullptr);
  pthread_join(thread, nullptr);
  return count == 1 ? 0 : 1;
}
