// selvage-test: benchmark: a producer and two consumers on a bounded buffer with condition variables
// expect: completed
#include <assert.h>
#include <pthread.h>

enum { kCapacity = 2, kItems = 6, kEnd = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int buffer[kCapacity], count, head, sum;

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (count == kCapacity) pthread_cond_wait(&not_full, &lock);
  buffer[(head + count++) % kCapacity] = item;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (count == 0) pthread_cond_wait(&not_empty, &lock);
  int item = buffer[head];
  head = (head + 1) % kCapacity;
  count--;
  if (item != kEnd) sum += item;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&lock);
  return item;
}

static void* consumer(void* unused) {
  while (take() != kEnd) continue;
  return unused;
}

int main(void) {
  pthread_t consumers[2];
  for (int i = 0; i < 2; i++) pthread_create(&consumers[i], NULL, consumer, NULL);
  for (int item = 1; item <= kItems; item++) put(item);
  for (int i = 0; i < 2; i++) put(kEnd);
  for (int i = 0; i < 2; i++) pthread_join(consumers[i], NULL);
  assert(sum == kItems * (kItems + 1) / 2 && count == 0);
  return 0;
}
