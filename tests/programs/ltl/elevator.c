// shows: an elevator that goes up and down comes to whoever calls it, and moves only with its door closed
// atom: called1: called[1]
// atom: open1: open && floor_now == 1
// atom: called0: called[0]
// atom: open0: open && floor_now == 0
// atom: opens: open
// atom: moves: moving
// strategy: states
// model: elevator.pml
// holds: G !(opens && moves)
// holds weakly: G (called1 -> F open1)
// holds weakly: G (called0 -> F open0)
// fails weakly: G F open1
// with -DWRONG fails weakly: G (called1 -> F open1)
// with -DWRONG holds: G !(opens && moves)
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

_Atomic int called[2], open, floor_now, moving;

static void serve(void) {
  atomic_store(&open, 1);
  atomic_store(&called[atomic_load(&floor_now)], 0);
  atomic_store(&open, 0);
}

static void* ride(void* unused) {
  for (;;) {
#ifdef WRONG
    // As long as somebody calls here, it stays here.
    while (atomic_load(&called[atomic_load(&floor_now)])) serve();
#else
    if (atomic_load(&called[atomic_load(&floor_now)])) serve();
#endif
    int next = 1 - atomic_load(&floor_now);
    if (!atomic_load(&called[next])) continue;
    atomic_store(&moving, 1);
    atomic_store(&floor_now, next);
    atomic_store(&moving, 0);
  }
  return unused;
}

// Somebody on the ground floor who calls again and again.
static void* call_often(void* unused) {
  for (;;) atomic_store(&called[0], 1);
  return unused;
}

static void* call_once(void* unused) {
  atomic_store(&called[1], 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, ride, 0);
  pthread_create(&threads[1], 0, call_often, 0);
  pthread_create(&threads[2], 0, call_once, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
