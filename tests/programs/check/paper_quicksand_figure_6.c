// selvage-check: bug
// shows: the same pattern of free and malloc, but the late access goes through the published pointer (Quicksand, Fig. 6)
// finding: data-race, use-after-free
// The paper's adversarial program: discarding what looks like a recycled block would miss that both write to x.
#include <pthread.h>
#include <stdlib.h>

struct Block {
  int value;
};

static struct Block* published;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* owns(void* argument) {
  struct Block* block = argument;
  pthread_mutex_lock(&mutex);
  published = block;
  pthread_mutex_unlock(&mutex);
  block->value = 1;  // finding
  free(block);       // finding
  return NULL;
}

static void* borrows(void* unused) {
  pthread_mutex_lock(&mutex);
  struct Block* borrowed = published;
  pthread_mutex_unlock(&mutex);
  struct Block* other = malloc(sizeof *other);
  if (borrowed) borrowed->value = 2;  // finding
  free(other);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, owns, malloc(sizeof(struct Block)));
  pthread_create(&second, NULL, borrows, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
