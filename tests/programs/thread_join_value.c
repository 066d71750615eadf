// selvage-test: join returns what the thread function returned or passed to pthread_exit, even from a nested call
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void leave_from_below(int depth, void* result) {
  if (depth == 0) pthread_exit(result);
  leave_from_below(depth - 1, result);
  assert(!"pthread_exit returned");
}

static void* returns(void* argument) { return (void*)((intptr_t)argument + 1); }

static void* exits(void* argument) {
  leave_from_below(5, (void*)((intptr_t)argument + 2));
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  void* result = NULL;
  assert(pthread_create(&first, NULL, returns, (void*)10) == 0);
  assert(pthread_create(&second, NULL, exits, (void*)20) == 0);
  assert(pthread_create(&third, NULL, returns, (void*)-2) == 0);
  assert(pthread_join(second, &result) == 0 && result == (void*)22);
  assert(pthread_join(first, &result) == 0 && result == (void*)11);
  assert(pthread_join(third, &result) == 0 && result == (void*)-1);  // the same bits as PTHREAD_CANCELED
  return 0;
}
