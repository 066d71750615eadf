// selvage-test: a thread may be joined by a thread that is not its creator
// expect: completed
#include <assert.h>
#include <pthread.h>

static void* produce(void* argument) {
  *(int*)argument = 42;
  return argument;
}

static void* collect(void* argument) {
  pthread_t* producer = argument;
  void* result;
  assert(pthread_join(*producer, &result) == 0);
  assert(*(int*)result == 42);
  return result;
}

int main(void) {
  pthread_t producer, collector;
  int value = 0;
  void* result;
  assert(pthread_create(&producer, NULL, produce, &value) == 0);
  assert(pthread_create(&collector, NULL, collect, &producer) == 0);
  assert(pthread_join(collector, &result) == 0);
  assert(result == &value && value == 42);
  return 0;
}
