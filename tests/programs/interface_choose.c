// selvage-test: selvage_choose(5) gives 0 to 4; the last value occurs, and only values in range
// expect: completed, assertion
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int selvage_choose(int n);

static int chosen[2];

static void* chooses(void* argument) {
  *(int*)argument = selvage_choose(5);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  if (selvage_choose(1) != 0) abort();
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, chooses, &chosen[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++)
    if (chosen[i] < 0 || chosen[i] > 4) abort();
  assert(!(chosen[0] == 4 && chosen[1] == 3));
  return 0;
}
