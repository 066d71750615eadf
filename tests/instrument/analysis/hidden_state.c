// Values that libraries hand on: results of threads, values of keys, pipes, cancellations; and how deep a recursion goes.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int result, stored, piped, cancels, depth, noted;
static pthread_key_t key;
static pthread_t other;
static int ends[2];

static void at_end(void* value) { assert(value != &key); }

static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

static void* work(void* unused) {
  // CHECK-DAG: work:[[@LINE+1]] stored reads {stored} influences{{.*}} assertion
  pthread_setspecific(key, stored ? &key : 0);
  // CHECK-DAG: work:[[@LINE+1]] piped reads {piped} influences{{.*}} assertion
  int value = piped;
  if (write(ends[1], &value, sizeof(value)) < 0) return unused;
  // CHECK-DAG: work:[[@LINE+1]] cancels reads {cancels} influences{{.*}} assertion
  if (cancels) pthread_cancel(other);
  // CHECK-DAG: work:[[@LINE+1]] depth reads {depth} influences{{.*}} crash
  noted = deep(depth);
  // CHECK-DAG: work:[[@LINE+1]] result reads {result} influences{{.*}} assertion
  return result ? &key : 0;
}

static void* change(void* unused) {
  result = stored = piped = cancels = depth = 1;
  // CHECK-DAG: change:[[@LINE+1]] noted writes {noted}{{$}}
  noted = 2;
  return unused;
}

int main(void) {
  pthread_t one;
  void* came;
  int value = 0;
  pthread_key_create(&key, at_end);
  if (pipe(ends)) return 1;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, change, 0);
  pthread_join(one, &came);
  pthread_join(other, 0);
  assert(!came);
  if (read(ends[0], &value, sizeof(value)) == sizeof(value)) assert(!value);
  return 0;
}
