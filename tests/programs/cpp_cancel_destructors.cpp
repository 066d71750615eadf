// selvage-test: cancellation and pthread_exit unwind the stack: destructors run, catch (...) sees it and rethrows
// expect: completed
#include <pthread.h>
#include <semaphore.h>

#include <cassert>

static sem_t never;

struct Counted {
  int* count;
  explicit Counted(int* count) : count(count) {}
  ~Counted() { ++*count; }
};

static void* is_cancelled(void* argument) {
  Counted outer(static_cast<int*>(argument));
  try {
    Counted inner(static_cast<int*>(argument));
    sem_wait(&never);
  } catch (...) {
    *static_cast<int*>(argument) += 10;
    throw;
  }
  return nullptr;
}

static void leave(int* count) {
  Counted inner(count);
  pthread_exit(count);
}

static void* exits(void* argument) {
  Counted outer(static_cast<int*>(argument));
  leave(static_cast<int*>(argument));
  return nullptr;
}

int main() {
  pthread_t threads[2];
  int counts[2] = {0, 0};
  void* result;
  sem_init(&never, 0, 0);
  pthread_create(&threads[0], nullptr, is_cancelled, &counts[0]);
  pthread_create(&threads[1], nullptr, exits, &counts[1]);
  pthread_cancel(threads[0]);
  assert(pthread_join(threads[0], &result) == 0 && result == PTHREAD_CANCELED && counts[0] == 12);
  assert(pthread_join(threads[1], &result) == 0 && result == &counts[1] && counts[1] == 2);
  return 0;
}
