// selvage-check: verified
// shows: one thread frees a block, another allocates one that may lie in the same place (Quicksand, Fig. 5)
// Two accesses to one address, but to different blocks: the paper calls the candidate an obvious false positive.
#include <pthread.h>
#include <stdlib.h>

struct Old {
  int first, second;
};
struct Fresh {
  int value;
};

static struct Old* old;
static struct Fresh* published;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* frees(void* unused) {
  old->first = 1;
  free(old);
  return unused;
}

static void* allocates(void* unused) {
  struct Fresh* fresh = malloc(sizeof *fresh);
  fresh->value = 0;
  pthread_mutex_lock(&mutex);
  published = fresh;
  pthread_mutex_unlock(&mutex);
  fresh->value = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  old = malloc(sizeof *old);
  pthread_create(&first, NULL, frees, NULL);
  pthread_create(&second, NULL, allocates, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(published);
  return 0;
}
