// selvage-test: a wait returns only after its post; two semaphores force a strict order
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void* returns_ball(void* unused) {
  for (int i = 0; i < 3; i++) {
    assert(sem_wait(&ping) == 0);
    assert(ball++ == 2 * i + 1);
    assert(sem_post(&pong) == 0);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(sem_init(&ping, 0, 0) == 0);
  assert(sem_init(&pong, 0, 0) == 0);
  pthread_create(&thread, NULL, returns_ball, NULL);
  for (int i = 0; i < 3; i++) {
    assert(ball++ == 2 * i);
    assert(sem_post(&ping) == 0);
    assert(sem_wait(&pong) == 0);
  }
  pthread_join(thread, NULL);
  assert(ball == 6);
  assert(sem_destroy(&ping) == 0 && sem_destroy(&pong) == 0);
  return 0;
}
