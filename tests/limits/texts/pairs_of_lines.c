// Two threads that store to one variable again and again: most orders are of those two lines.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int contended;
static void* one(void* unused) {
  for (int i = 0; i < 30; i++) atomic_store(&contended, i);  // one
  return unused;
}
static void* other(void* unused) {
  for (int i = 0; i < 30; i++) atomic_exchange(&contended, -i);  // other
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
