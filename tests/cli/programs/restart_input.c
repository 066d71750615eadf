// Reads a number, and two threads race if it is 1 - but only where almost all of their exchanges take turns, so that a check that
// looks for races alone begins again before it has come to that.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { kRounds = 9, kFirst = 99 };

static int number, racy;
static atomic_int turn;

static void* one(void* unused) {
  int met = 0;
  for (int i = 0; i < kRounds; i++) met += atomic_exchange(&turn, i) == kFirst + i;
  if (number == 1 && met >= kRounds - 1) racy = 1;
  return unused;
}

static void* two(void* unused) {
  int met = 0;
  for (int i = 0; i < kRounds; i++) met += atomic_exchange(&turn, kFirst + 1 + i) == i;
  if (number == 1 && met >= kRounds - 1) racy = 2;
  return unused;
}

int main(void) {
  if (scanf("%d", &number) != 1) number = -1;
  atomic_store(&turn, kFirst);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
