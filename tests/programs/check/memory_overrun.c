// selvage-check: bug
// shows: one of the values that can be chosen is one too many
// finding: heap-overrun
// executions: 5
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

unsigned selvage_choose(unsigned count);

static void* writes(void* argument) {
  int* numbers = argument;
  numbers[selvage_choose(5)] = 1;  // finding
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* numbers = malloc(4 * sizeof *numbers);
  pthread_create(&thread, NULL, writes, numbers);
  pthread_join(thread, NULL);
  free(numbers);
  return 0;
}
