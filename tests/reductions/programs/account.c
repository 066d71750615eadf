// A deposit, a withdrawal and a thread that looks at the balance once both are done, and expects the wrong one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x = 1, y = 2, z = 4, balance, deposit_done, withdraw_done;

static void* look(void* unused) {
  pthread_mutex_lock(&mutex);
  if (deposit_done && withdraw_done) assert(balance == (x - y) - z);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* deposit(void* unused) {
  pthread_mutex_lock(&mutex);
  balance = balance + y;
  deposit_done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* withdraw(void* unused) {
  pthread_mutex_lock(&mutex);
  balance = balance - z;
  withdraw_done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  balance = x;
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, deposit, NULL);
  pthread_create(&threads[2], NULL, withdraw, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
