// The write of another thread is the cause of the failure, and is shown.
#include <assert.h>
#include <pthread.h>
static int x;
static void* add(void* unused) { int v = x; x = v + 1; assert(x == v + 1); return unused; }
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
