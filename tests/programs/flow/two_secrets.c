// shows: each secret alone is not seen, but their sum is; threads take theirs in any order
// secret-values: 0..1
// observational: secrets
// possibilistic: secrets
#include <pthread.h>
#include <selvage.h>
#include <stdatomic.h>
static int mine[2];
static atomic_int sum;
static void* worker(void* number) {
  int* own = &mine[*(int*)number];
  selvage_secret(own, sizeof *own);
  atomic_fetch_add(&sum, *own);
  return 0;
}
int main(void) {
  pthread_t one, two;
  int first = 0, second = 1;
  pthread_create(&one, 0, worker, &first);
  pthread_create(&two, 0, worker, &second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  selvage_observe("sum", sum);
  return 0;
}
