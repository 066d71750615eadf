// selvage-check: bounded
// shows: a thread that polls memory beside what it wrote itself waits for others before that memory is known to be shared
// check-options: --no-fair --max-depth 200
// gaps: cut_off
#include <pthread.h>
#include <stdatomic.h>

static struct {
  _Alignas(8) _Atomic int arrived;
  _Atomic int go;
} gate;

static void *waits(void *unused) {
  atomic_store(&gate.arrived, 1);
  while (atomic_load(&gate.go) == 0) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  atomic_store(&gate.go, 1);
  pthread_join(thread, 0);
  return 0;
}
