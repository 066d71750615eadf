// selvage-test: an initialiser may use another once control; concurrent users of both see both done
// expect: completed
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int inner_runs, outer_runs;

static void initialise_inner(void) { inner_runs++; }

static void initialise_outer(void) {
  assert(pthread_once(&inner, initialise_inner) == 0);
  assert(inner_runs == 1);
  outer_runs++;
}

static void* uses_outer(void* unused) {
  pthread_once(&outer, initialise_outer);
  assert(outer_runs == 1 && inner_runs == 1);
  return unused;
}

static void* uses_inner(void* unused) {
  pthread_once(&inner, initialise_inner);
  assert(inner_runs == 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, i == 1 ? uses_inner : uses_outer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(outer_runs == 1 && inner_runs == 1);
  return 0;
}
