// A thread that writes for ever, without an operation that is seen.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order;
static void* write_lines(void* unused) {
  pthread_mutex_lock(&mutex);
  order = order * 2 + 1;
  pthread_mutex_unlock(&mutex);
  for (;;) puts("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_lines, 0);
  pthread_mutex_lock(&mutex);
  order = order * 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
