// selvage-test: a mutex in zeroed heap memory works without initialisation, also after the memory was reused
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static void* deposit(void* argument) {
  struct account* account = argument;
  for (int i = 0; i < 2; i++) {
    assert(pthread_mutex_lock(&account->lock) == 0);
    int balance = account->balance;
    account->balance = balance + 10;
    assert(pthread_mutex_unlock(&account->lock) == 0);
  }
  return NULL;
}

int main(void) {
  for (int round = 0; round < 2; round++) {
    struct account* account = calloc(1, sizeof *account);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, deposit, account);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert(account->balance == 40);
    free(account);
  }
  return 0;
}
