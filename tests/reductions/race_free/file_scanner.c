// A file scanner: threads take directories and files from a queue that grows as they find more, and count matches. The tree
// of files is a constant table; every shared variable has its lock. With -DBUG one counter is read without it.
#include <pthread.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 2
#endif
#define CAPACITY 16

// A directory has entries `first` to `last`; a file has text.
struct Entry {
  int first, last;
  const char* text;
};
static const struct Entry kEntries[] = {
    {1, 3, 0}, {4, 5, 0}, {0, 0, "one needle"}, {0, 0, "nothing"}, {0, 0, "needles"}};

static int queue[CAPACITY], head, tail, busy, closed;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_changed = PTHREAD_COND_INITIALIZER;

static int matches, scanned;
static pthread_mutex_t matches_lock = PTHREAD_MUTEX_INITIALIZER, scanned_lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int entry) {
  pthread_mutex_lock(&queue_lock);
  queue[tail++ % CAPACITY] = entry;
  pthread_cond_signal(&queue_changed);
  pthread_mutex_unlock(&queue_lock);
}

// -1: there will be no more.
static int take(void) {
  int entry = -1;
  pthread_mutex_lock(&queue_lock);
  while (head == tail && !closed) pthread_cond_wait(&queue_changed, &queue_lock);
  if (head != tail) {
    entry = queue[head++ % CAPACITY];
    busy++;
  }
  pthread_mutex_unlock(&queue_lock);
  return entry;
}

static void finish(void) {
  pthread_mutex_lock(&queue_lock);
  if (--busy == 0 && head == tail) {
    closed = 1;
    pthread_cond_broadcast(&queue_changed);
  }
  pthread_mutex_unlock(&queue_lock);
}

static int contains(const char* text, char letter) {
  for (; *text; text++)
    if (*text == letter) return 1;
  return 0;
}

static void scan(const char* text) {
  if (contains(text, 'd')) {
    pthread_mutex_lock(&matches_lock);
    matches++;
    pthread_mutex_unlock(&matches_lock);
  }
  pthread_mutex_lock(&scanned_lock);
  scanned++;
  pthread_mutex_unlock(&scanned_lock);
}

static void* work(void* argument) {
  for (int entry; (entry = take()) >= 0; finish()) {
    const struct Entry* found = &kEntries[entry];
    if (found->text) {
      scan(found->text);
    } else {
      for (int i = found->first; i < found->last; i++) put(i);
    }
#ifdef BUG
    if (matches > 9) return argument;
#endif
  }
  return argument;
}

int main(void) {
  pthread_t threads[THREADS];
  put(0);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  printf("%d of %d files match\n", matches, scanned);
  return 0;
}
