// Two threads change two numbers, each change in a section of its own; what comes out does not depend on their order.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void* one(void* unused) {
  pthread_mutex_lock(&mutex);
  first++;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  second++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* other(void* unused) {
  pthread_mutex_lock(&mutex);
  first += 5;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  second -= 6;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(first == 16 && second == 5);
  return 0;
}
