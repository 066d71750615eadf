// Two hundred threads that wait for a condition, and are let go on one by one: which of them goes on is a choice.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tickets;
static void* wait_for_ticket(void* unused) {
  pthread_mutex_lock(&mutex);
  while (tickets == 0) pthread_cond_wait(&changed, &mutex);
  tickets--;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t threads[200];
  for (int i = 0; i < 200; i++) pthread_create(&threads[i], 0, wait_for_ticket, 0);
  for (int i = 0; i < 200; i++) {
    pthread_mutex_lock(&mutex);
    tickets++;
    i % 10 == 0 ? pthread_cond_broadcast(&changed) : pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < 200; i++) pthread_join(threads[i], 0);
}
