// shows: a mutex that is free again and again goes to a thread some time only if the scheduler is strongly fair
// atom: first: inside == 1
// atom: second: inside == 2
// strategy: states
// model: mutex_turns.pml
// holds: G F first
// fails weakly: G F first
// holds: G (first -> F second)
// holds: G (first -> (first U !first))
#include <pthread.h>
#include <stdint.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
volatile int inside;

static void* run(void* number) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    inside = (int)(intptr_t)number;
    inside = 0;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void*)(intptr_t)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
