// shows: two locations each always show the same; in which order they change depends on the secret
// secret-values: 0..1
// observational: safe
// joint observational: secrets
// joint possibilistic: secrets
#include <pthread.h>
#include <selvage.h>
static int swap;
static void* worker(void* unused) {
  if (swap) selvage_observe("a", 1);
  selvage_observe("b", 1);
  if (!swap) selvage_observe("a", 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&swap, sizeof swap);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
