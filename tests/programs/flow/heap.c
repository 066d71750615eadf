// shows: the heap is looked at also where nobody asks whether it is used rightly
// option: --secret 'pin: 0,1'
// option: --public first->value
// observational: secrets
// possibilistic: secrets
// termination: safe
#include <pthread.h>
#include <stdlib.h>
struct node {
  int value;
};
static int pin;
static struct node none, *first = &none;
static void* worker(void* unused) {
  first->value = pin;
  first->value = 0;
  return unused;
}
int main(void) {
  pthread_t thread;
  struct node* block = calloc(1, sizeof *block);
  first = block;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  first = &none;
  free(block);
  return 0;
}
