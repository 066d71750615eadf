// selvage-test: several threads race to _exit with different statuses; the process ends once
// run-options: --exit-status any
// expect: completed
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static void* leaves(void* argument) {
  _exit(*(int*)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int statuses[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, leaves, &statuses[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
