// Copies of memory whose size is not known: pointers in any element of an array arrive wherever they can, and a pointer in one
// field does not arrive in another.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message {
  int* counted;
  int* noted;
};

static int shared, other, counted, noted;
static int *addresses[4], *copied[4];
static struct message from, to;

static void* worker(void* unused) {
  // What comes from an element that is chosen when the program runs.
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {shared, other}
  *copied[2] = 1;
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {counted}
  *to.counted = 2;
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {noted}
  *to.noted = 3;
  return unused;
}

int main(int count, char** arguments) {
  pthread_t thread;
  size_t size = (size_t)atoi(arguments[1]);
  addresses[count] = &shared;
  addresses[count - 1] = &other;
  memcpy(copied, addresses, size);
  from.counted = &counted;
  from.noted = &noted;
  memcpy(&to, &from, size);
  pthread_create(&thread, 0, worker, 0);
  shared = other = counted = noted = 0;
  pthread_join(thread, 0);
  return 0;
}
