// A bank whose every access to an account is locked, and which overdraws it all the same: `withdraw` asks whether
// there is enough and takes the money in two critical sections, and another thread fits in between.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 100};

static int balance_of(struct account* from) {
  pthread_mutex_lock(&from->lock);
  int balance = from->balance;
  pthread_mutex_unlock(&from->lock);
  return balance;
}

static void withdraw(struct account* from, int amount) {
  if (balance_of(from) < amount) {
    return;
  }
  pthread_mutex_lock(&from->lock);
  from->balance -= amount;
  assert(from->balance >= 0);
  pthread_mutex_unlock(&from->lock);
}

static void* customer(void* amount) {
  withdraw(&account, *(int*)amount);
  return NULL;
}

int main(void) {
  int amounts[] = {80, 50};
  pthread_t customers[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&customers[i], NULL, customer, &amounts[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(customers[i], NULL);
  }
  printf("balance: %d\n", account.balance);
  return 0;
}
