// selvage-test: two threads alternate strictly through one condition variable in zeroed heap memory
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct turn {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int next, moves[6], count;
};

static struct turn* turn;

static void* player(void* argument) {
  int self = (int)(intptr_t)argument;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&turn->lock);
    while (turn->next != self) pthread_cond_wait(&turn->changed, &turn->lock);
    turn->moves[turn->count++] = self;
    turn->next = !self;
    pthread_cond_signal(&turn->changed);
    pthread_mutex_unlock(&turn->lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  turn = calloc(1, sizeof *turn);
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, player, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 6; i++) assert(turn->moves[i] == i % 2);
  free(turn);
  return 0;
}
