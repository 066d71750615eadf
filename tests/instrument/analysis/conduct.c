// Where threads get to next, across functions; and which reads decide it: those that a branch, an address or a lock depends on,
// but not those that only end up in memory or are printed.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn, place, total, table[4];

static void add(int number) {
  // CHECK-DAG: after add:[[@LINE+1]] lock; add:[[@LINE+3]] total{{$}}
  pthread_mutex_lock(&lock);
  // CHECK-DAG: add:[[@LINE+1]] total reads {total} held {lock} updates influences output{{$}}
  total += number;
  // CHECK-DAG: after add:[[@LINE+1]] lock; main:{{[0-9]+}} total; work:{{[0-9]+}} place{{$}}
  pthread_mutex_unlock(&lock);
}

static void* work(void* unused) {
  // CHECK-DAG: work:[[@LINE+2]] turn reads {turn} influences {{.*}}conduct{{$}}
  // CHECK-DAG: after work:[[@LINE+1]] turn; work:[[@LINE+3]] place; add:{{[0-9]+}} lock{{$}}
  if (turn) add(1);
  // CHECK-DAG: work:[[@LINE+1]] place reads {place} influences {{.*}}conduct{{$}}
  table[place & 3] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  turn = 1;
  place = 2;
  pthread_join(thread, 0);
  add(2);
  printf("%d\n", total);
  return 0;
}
