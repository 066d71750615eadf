// Memory that unknown code has filled, and copies of it: what is read from any place of a copy may point to whatever has escaped,
// also where the program itself never accesses that place of the original.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct record {
  long kind;
  int* first;
  int* second;
};

void fill(struct record* record, int* may_be_stored);
struct record* find(void);

static int stored;
static struct record filled, copied, again, from_elsewhere;

static void* worker(void* unused) {
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {(escaped)}
  *copied.second = 1;
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {(escaped)}
  *again.second = 2;
  // CHECK-DAG: worker:[[@LINE+1]] {{.*}} writes {(escaped)}
  *from_elsewhere.first = 4;
  return unused;
}

int main(int count, char** arguments) {
  pthread_t thread;
  size_t size = (size_t)atoi(arguments[1]);
  // The copies come first, so that they know the original before it escapes.
  memcpy(&again, &copied, size);
  memcpy(&copied, &filled, size);
  struct record* alias = count > 5 ? &filled : 0;
  fill(alias, &stored);
  memcpy(&from_elsewhere, find(), size);
  pthread_create(&thread, 0, worker, 0);
  // CHECK-DAG: main:[[@LINE+1]] {{.*}} writes {stored}
  stored = 3;
  pthread_join(thread, 0);
  return 0;
}
