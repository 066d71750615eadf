// selvage-test: lock, try the other, back off: opposite orders never deadlock and money is conserved
// expect: completed
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};
static int moved[2];

static void* transfer(void* argument) {
  int* my_moved = argument;
  int source = my_moved == &moved[1];
  for (int attempt = 0; attempt < 4 && !*my_moved; attempt++) {
    pthread_mutex_lock(&accounts[source].lock);
    if (pthread_mutex_trylock(&accounts[!source].lock) == 0) {
      accounts[source].balance -= 10;
      accounts[!source].balance += 10;
      pthread_mutex_unlock(&accounts[!source].lock);
      *my_moved = 1;
    }
    pthread_mutex_unlock(&accounts[source].lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, transfer, &moved[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(accounts[0].balance == 50 - 10 * moved[0] + 10 * moved[1]);
  assert(accounts[0].balance + accounts[1].balance == 100);
  return 0;
}
