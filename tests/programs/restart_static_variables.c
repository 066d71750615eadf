// selvage-test: static, heap and local state changed by one execution is as before in the next
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int initialised = 3;
static char text[3 * 4096] = "start";
static int* on_heap;
static atomic_int total;

static void* worker(void* argument) {
  static atomic_int calls;
  assert(*(int*)argument == 9);
  assert(atomic_fetch_add(&calls, 1) < 2);
  atomic_fetch_add(&total, 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int local = 9;
  on_heap = malloc(sizeof *on_heap);
  *on_heap = 4;
  pthread_create(&threads[0], NULL, worker, &local);
  // From here on everything runs once per execution.
  assert(initialised == 3 && *on_heap == 4 && local == 9);
  assert(strcmp(text, "start") == 0 && text[sizeof text - 1] == 0);
  pthread_create(&threads[1], NULL, worker, &local);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&total) == 2);
  initialised = 100;
  *on_heap = 100;
  local = 100;
  memset(text, 'x', sizeof text);
  return 0;
}
