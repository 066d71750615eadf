// selvage-test: a destructor that sets its value again is called PTHREAD_DESTRUCTOR_ITERATIONS times
// expect: completed
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t stubborn, late;
static int stubborn_calls, late_calls;

static void destroy_late(void* value) {
  assert(value == &late);
  late_calls++;
}

static void destroy_stubborn(void* value) {
  stubborn_calls++;
  pthread_setspecific(stubborn, value);
  if (stubborn_calls == 1) pthread_setspecific(late, &late);
}

static void* worker(void* unused) {
  pthread_setspecific(stubborn, &stubborn);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&stubborn, destroy_stubborn);
  pthread_key_create(&late, destroy_late);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  assert(stubborn_calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  assert(late_calls == 1);
  return 0;
}
