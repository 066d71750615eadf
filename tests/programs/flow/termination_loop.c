// shows: with one value of the secret a thread waits for ever for a flag that nobody sets
// secret-values: 0..1
// observational: safe
// termination: secrets
#include <pthread.h>
#include <selvage.h>
#include <stdatomic.h>
static int never;
static atomic_int flag;
static void* waiter(void* unused) {
  while (!atomic_load(&flag)) {
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&never, sizeof never);
  pthread_create(&thread, 0, waiter, 0);
  if (!never) atomic_store(&flag, 1);
  pthread_join(thread, 0);
  return 0;
}
