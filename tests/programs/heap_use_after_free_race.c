// selvage-test: a thread reads a node that another frees without waiting for it
// expect: completed, memory-error
// finding: read of 4 bytes at offset 16 of a block of 24 bytes that was freed, allocated at
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int value;
};

static struct node* root;
static int seen;

static void* reads(void* unused) {
  struct node* mine = root;
  if (mine) seen = mine->value;
  return unused;
}

static void* frees(void* unused) {
  struct node* old = root;
  root = NULL;
  free(old);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  root = calloc(1, sizeof *root);
  pthread_create(&threads[0], NULL, reads, NULL);
  pthread_create(&threads[1], NULL, frees, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
