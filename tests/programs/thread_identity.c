// selvage-test: pthread_self is stable over switches, differs between live threads, and is what create returned
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_t reported[3];

static void* worker(void* argument) {
  pthread_t before = pthread_self();
  sched_yield();
  assert(pthread_equal(before, pthread_self()));
  *(pthread_t*)argument = before;
  sched_yield();
  assert(pthread_equal(before, pthread_self()));
  return NULL;
}

int main(void) {
  pthread_t self = pthread_self(), created[3];
  for (int i = 0; i < 3; i++) assert(pthread_create(&created[i], NULL, worker, &reported[i]) == 0);
  for (int i = 0; i < 3; i++) {
    assert(!pthread_equal(created[i], self));
    for (int j = 0; j < i; j++) assert(!pthread_equal(created[i], created[j]));
  }
  for (int i = 0; i < 3; i++) {
    assert(pthread_join(created[i], NULL) == 0);
    assert(pthread_equal(created[i], reported[i]));
  }
  assert(pthread_equal(self, pthread_self()));
  return 0;
}
