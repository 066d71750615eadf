// Four threads with more orders than anybody waits for, by each strategy, and in a campaign.
// options: --budget {time}
// options: --strategy source
// options: --strategy classic
// options: --strategy dfs
// options: --strategy deepening
// options: --strategy novelty
// options: --strategy surw
// options: --checkpoint {folder}/checkpoint
// options: -j 8
// options: --no-reductions
// options: --sharing full
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;
static int sum;
static void* work(void* number) {
  for (int i = 0; i < 25; i++) {
    int seen = atomic_load(&value);
    pthread_mutex_lock(&mutex);
    sum += seen;
    pthread_mutex_unlock(&mutex);
    atomic_store(&value, seen + (int)(long)number);
  }
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
