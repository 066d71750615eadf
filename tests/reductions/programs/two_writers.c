// Two threads write a variable twice, and main reads it when both have ended (Kusano and Wang, 2014, Figure 9).
#include <assert.h>
#include <pthread.h>

static int a;

static void* first(void* unused) {
  a = 7;
  a = 6;
  return unused;
}

static void* second(void* unused) {
  a = 0;
  a = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(a != 7);
  return 0;
}
