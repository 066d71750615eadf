// selvage-live: verified
// shows: two people meet in a corridor, and only one of them steps aside
// unfair: depth
#include <pthread.h>
#include <stdatomic.h>

static atomic_int polite_side, stubborn_side;

static void* steps_aside(void* unused) {
  while (atomic_load(&polite_side) == atomic_load(&stubborn_side)) atomic_fetch_xor(&polite_side, 1);
  return unused;
}

static void* stays(void* unused) {
  while (atomic_load(&stubborn_side) == atomic_load(&polite_side)) continue;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, steps_aside, NULL);
  pthread_create(&second, NULL, stays, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
