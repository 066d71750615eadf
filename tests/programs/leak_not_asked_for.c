// selvage-test: without --leaks a lost block is nobody's business
// expect: completed
#include <pthread.h>
#include <stdlib.h>

static char* volatile block;

static void* loses(void* unused) {
  block = malloc(40);
  block = NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
