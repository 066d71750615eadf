// selvage-test: benchmark: fifteen threads insert into a hash table with one mutex per bucket
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { kThreads = 15, kBuckets = 8, kInsertsEach = 2 };

struct entry {
  unsigned key;
  struct entry* next;
};

static struct bucket {
  pthread_mutex_t lock;
  struct entry* first;
} buckets[kBuckets];

static void insert(unsigned key) {
  struct bucket* bucket = &buckets[key * 2654435761u >> 29];
  struct entry* entry = malloc(sizeof *entry);
  entry->key = key;
  pthread_mutex_lock(&bucket->lock);
  entry->next = bucket->first;
  bucket->first = entry;
  pthread_mutex_unlock(&bucket->lock);
}

static void* worker(void* argument) {
  unsigned first = (unsigned)(uintptr_t)argument * kInsertsEach;
  for (unsigned i = 0; i < kInsertsEach; i++) insert(first + i);
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  unsigned count = 0, sum = 0;
  for (int i = 0; i < kBuckets; i++) pthread_mutex_init(&buckets[i].lock, NULL);
  for (uintptr_t i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < kBuckets; i++)
    for (struct entry* entry = buckets[i].first; entry; entry = entry->next) {
      count++;
      sum += entry->key;
    }
  assert(count == kThreads * kInsertsEach);
  assert(sum == count * (count - 1) / 2);
  return 0;
}
