// Two threads, ten thousand calls deep, with a step in each call.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static int descend(int depth) {
  volatile char room[256] = {0};
  atomic_fetch_add(&value, depth);
  if (depth == 0) return room[0];
  return descend(depth - 1) + room[depth % 256];
}
static void* work(void* unused) {
  descend(10000);
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
