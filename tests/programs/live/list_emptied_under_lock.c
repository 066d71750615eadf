// selvage-live: bug
// shows: a list in memory that a lock guards is emptied while another lock is taken and released: no iteration is void
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { kNodes = 10 };

struct node {
  struct node* next;
};
static struct list {
  struct node* first;
} list;
static struct node nodes[kNodes];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int first_thread, looks;

static void fill(struct list* l) {
  for (int i = 0; i < kNodes; i++) {
    nodes[i].next = l->first;
    l->first = &nodes[i];
  }
}

// What it carries round is in memory that others use, and nowhere else.
static void empty(struct list* l) {
  struct node* node;
  while ((node = l->first) != NULL) {
    l->first = node->next;
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
  }
}

static void* work(void* number) {
  pthread_mutex_lock(&guard);
  if (first_thread == 0) first_thread = *(int*)number;
  fill(&list);
  empty(&list);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  int numbers[] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  pthread_mutex_lock(&other);
  looks++;
  pthread_mutex_unlock(&other);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(first_thread == 1);  // finding
  return 0;
}
