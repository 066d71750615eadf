// selvage-test: two producers and two consumers share a buffer of two slots; nothing is lost, doubled or overrun
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { kCapacity = 2, kItemsEach = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[kCapacity], count, taken[2 * kItemsEach];

static void* producer(void* first_item) {
  for (int i = 0; i < kItemsEach; i++) {
    pthread_mutex_lock(&lock);
    while (count == kCapacity) pthread_cond_wait(&not_full, &lock);
    assert(count < kCapacity);
    buffer[count++] = (int)(intptr_t)first_item + i;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void* consumer(void* unused) {
  for (int i = 0; i < kItemsEach; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    assert(count > 0);
    taken[buffer[--count]]++;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, producer, (void*)0);
  pthread_create(&threads[1], NULL, producer, (void*)kItemsEach);
  pthread_create(&threads[2], NULL, consumer, NULL);
  pthread_create(&threads[3], NULL, consumer, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 2 * kItemsEach; i++) assert(taken[i] == 1);
  assert(count == 0);
  return 0;
}
