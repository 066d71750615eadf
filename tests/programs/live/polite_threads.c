// selvage-live: bug
// shows: two people meet in a corridor and step to the same side, again and again
// finding: livelock
// rounds: 10
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int side[2];

static void* walks(void* argument) {
  intptr_t own = (intptr_t)argument, other = 1 - own;
  while (atomic_load(&side[own]) == atomic_load(&side[other])) atomic_fetch_xor(&side[own], 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, walks, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
