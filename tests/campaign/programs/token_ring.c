// campaign: a token is passed on before it was taken in
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int token, holders;
static void* pass(void* number) {
  int self = (int)(long)number;
  if (token == self) {
#ifdef FIXED
    holders++;
    assert(holders == 1);
    holders--;
    token = self + 1;
#else
    token = self + 1;
    holders++;
    assert(holders == 1);
    holders--;
#endif
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, pass, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
