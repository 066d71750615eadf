// selvage-test: a list whose head was overwritten is lost with all that hangs on it
// expect: memory-error
// finding: the first of them allocated at
// run-options: --leaks
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  char payload[2000];
};

static struct node* head;
static struct node* kept;

static struct node* list_of(int count) {
  struct node* first = NULL;
  for (int i = 0; i < count; i++) {
    struct node* node = malloc(sizeof *node);
    node->next = first;
    first = node;
  }
  return first;
}

static void* loses(void* unused) {
  head = list_of(20);
  kept = list_of(20);
  head = NULL;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, loses, NULL);
  pthread_join(thread, NULL);
  return 0;
}
