// selvage-live: verified
// shows: a loop that counts its rounds in memory of its caller comes to its end by itself
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void look(int* rounds) {
  while (!atomic_load(&flag) && *rounds < 3) ++*rounds;
}

static void* waits(void* unused) {
  int rounds = 0;
  look(&rounds);
  return rounds == 3 ? unused : &flag;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  pthread_join(thread, NULL);
}
