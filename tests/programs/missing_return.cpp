// selvage-test: a function that ends without its return statement goes on where it was called, as it does with gcc
// expect: completed
// cflags: -Wno-return-type
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* add(void*) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, add, nullptr);
  add(nullptr);
  pthread_join(thread, nullptr);
  return counter == 2 ? 0 : 1;
}
