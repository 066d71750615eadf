// shows: the balance is secret, and a transfer that is refused for it is shown
// secret-values: 50,150
// observational: secrets
// possibilistic: secrets
#include <pthread.h>
#include <selvage.h>
static int balance, other = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* transfer(void* amount) {
  pthread_mutex_lock(&lock);
  if (balance >= *(int*)amount) {
    balance -= *(int*)amount;
    other += *(int*)amount;
  }
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t one, two;
  int first = 40, second = 60;
  selvage_secret(&balance, sizeof balance);
  pthread_create(&one, 0, transfer, &first);
  pthread_create(&two, 0, transfer, &second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  selvage_observe("statement", other);
  return 0;
}
