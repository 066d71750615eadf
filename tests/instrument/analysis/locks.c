// Locks that are held for certain, also where a function gets the lock as an argument; what decides whether the assertion
// holds.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int decided, under_second, counted, noted;

static void count(pthread_mutex_t* lock, int* number) {
  pthread_mutex_lock(lock);
  // CHECK-DAG: count:[[@LINE+1]] *number writes {counted} held {first} updates influences assertion crash
  *number += 1;
  pthread_mutex_unlock(lock);
}

static void* one(void* unused) {
  pthread_mutex_lock(&first);
  // CHECK-DAG: one:[[@LINE+1]] decided writes {decided} held {first} influences assertion crash conduct{{$}}
  decided = 1;
  pthread_mutex_unlock(&first);
  pthread_mutex_lock(&second);
  // CHECK-DAG: one:[[@LINE+1]] under_second writes {under_second} held {second}{{$}}
  under_second = 5;
  pthread_mutex_unlock(&second);
  count(&first, &counted);
  // CHECK-DAG: one:[[@LINE+1]] noted writes {noted}{{$}}
  noted = 3;
  return 0;
}

static void* other(void* unused) {
  if (decided) {
    pthread_mutex_lock(&second);
    under_second = 2;
    pthread_mutex_unlock(&second);
  } else {
    counted = 1;
  }
  assert(counted < 3);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
