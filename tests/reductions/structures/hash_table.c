// A hash table with chains, whose buckets share a few mutexes (lock striping). Each thread puts its own keys in and looks for one
// of them again; a few meet in the same bucket.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 4
#define KEYS 3
#define BUCKETS 16
#define STRIPES 2

struct entry {
  int key, value;
  struct entry* next;
};

static struct entry* buckets[BUCKETS];
static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct entry entries[THREADS][KEYS];

static pthread_mutex_t* stripe_of(int key) { return &stripes[key % BUCKETS % STRIPES]; }

static void put(struct entry* entry) {
  struct entry** bucket = &buckets[entry->key % BUCKETS];
  pthread_mutex_lock(stripe_of(entry->key));
  entry->next = *bucket;
  *bucket = entry;
  pthread_mutex_unlock(stripe_of(entry->key));
}

static int get(int key) {
  int value = -1;
  pthread_mutex_lock(stripe_of(key));
  for (struct entry* at = buckets[key % BUCKETS]; at != NULL; at = at->next)
    if (at->key == key) value = at->value;
  pthread_mutex_unlock(stripe_of(key));
  return value;
}

static void* work(void* argument) {
  struct entry* own = argument;
  for (int i = 0; i < KEYS; i++) put(&own[i]);
  assert(get(own[0].key) == own[0].value);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) {
    for (int i = 0; i < KEYS; i++) entries[t][i] = (struct entry){.key = t * KEYS + i, .value = 100 + t};
    if (t % 2 == 1) entries[t][KEYS - 1].key = BUCKETS + KEYS * (t - 1);  // two threads each meet in a bucket
    pthread_create(&threads[t], NULL, work, entries[t]);
  }
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int t = 0; t < THREADS; t++)
    for (int i = 0; i < KEYS - 1; i++) assert(get(t * KEYS + i) == 100 + t);
  return 0;
}
