// STEPS steps in which one thread allocates blocks and another one frees them.
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node* next;
  int value;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node* nodes;
static void* produce(void* unused) {
  for (int i = 0; i < STEPS / 5; i++) {
    struct node* own = malloc(sizeof *own);
    own->value = i;
    pthread_mutex_lock(&mutex);
    own->next = nodes;
    nodes = own;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
static void* consume(void* unused) {
  for (int i = 0; i < STEPS / 5; i++) {
    pthread_mutex_lock(&mutex);
    struct node* taken = nodes;
    if (taken != 0) nodes = taken->next;
    pthread_mutex_unlock(&mutex);
    if (taken != 0) free(taken);
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, produce, 0);
  pthread_create(&other, 0, consume, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
