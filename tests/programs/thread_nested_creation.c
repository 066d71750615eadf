// selvage-test: threads create threads three levels deep, and each parent joins its own children
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int started;

static void* node(void* argument) {
  intptr_t depth = (intptr_t)argument;
  intptr_t below = 0;
  atomic_fetch_add(&started, 1);
  if (depth > 0) {
    pthread_t children[2];
    for (int i = 0; i < 2; i++) assert(pthread_create(&children[i], NULL, node, (void*)(depth - 1)) == 0);
    for (int i = 0; i < 2; i++) {
      void* count;
      assert(pthread_join(children[i], &count) == 0);
      below += (intptr_t)count;
    }
  }
  return (void*)(below + 1);
}

int main(void) {
  pthread_t root;
  void* count;
  assert(pthread_create(&root, NULL, node, (void*)2) == 0);
  assert(pthread_join(root, &count) == 0);
  assert(count == (void*)7);
  assert(atomic_load(&started) == 7);
  return 0;
}
