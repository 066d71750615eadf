// An endless loop before the first thread, which allocates now and then.
#include <pthread.h>
#include <stdlib.h>
static void* work(void* unused) { return unused; }
int main(int count, char** arguments) {
  for (long i = 0; count > 0; i++)
    if (i % (1 << 24) == 0) *(volatile char*)malloc(1 << 16) = arguments[0][0];
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
