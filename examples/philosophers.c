// Three philosophers, three forks. Each takes the fork on the left, then the one on the right: when all of them hold
// the left one, none goes on. With the argument `ordered` each takes the lower-numbered fork first, and none waits
// for ever.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PHILOSOPHERS = 3 };

static pthread_mutex_t forks[PHILOSOPHERS];
static int meals[PHILOSOPHERS];
static bool ordered;

static void* philosopher(void* argument) {
  int* meal = argument;
  int left = (int)(meal - meals);
  int right = (left + 1) % PHILOSOPHERS;
  bool swap = ordered && right < left;
  pthread_mutex_t* first = &forks[swap ? right : left];
  pthread_mutex_t* second = &forks[swap ? left : right];

  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  *meal += 1;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return NULL;
}

int main(int argc, char** argv) {
  ordered = argc > 1 && strcmp(argv[1], "ordered") == 0;
  pthread_t threads[PHILOSOPHERS];
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_mutex_init(&forks[i], NULL);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_create(&threads[i], NULL, philosopher, &meals[i]);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    pthread_join(threads[i], NULL);
  }
  for (int i = 0; i < PHILOSOPHERS; i++) {
    printf("philosopher %d: %d\n", i, meals[i]);
  }
  return 0;
}
