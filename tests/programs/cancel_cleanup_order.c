// selvage-test: cleanup handlers run last pushed first on cancel and on pthread_exit, popped ones only if asked
// expect: completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

struct record {
  int order[4], count;
};

static __thread struct record* mine;

static void note(void* argument) { mine->order[mine->count++] = *(int*)argument; }

static void* worker(void* argument) {
  static int numbers[4] = {0, 1, 2, 3};
  mine = argument;
  pthread_cleanup_push(note, &numbers[0]);
  pthread_cleanup_push(note, &numbers[1]);
  pthread_cleanup_push(note, &numbers[2]);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(note, &numbers[3]);
  pthread_cleanup_pop(0);
  if (mine->count == 1) sem_wait(&never);
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return NULL;
}

static void* exits(void* argument) {
  sem_post(&never);
  return worker(argument);
}

int main(void) {
  pthread_t cancelled, exiting;
  struct record records[2] = {0};
  sem_init(&never, 0, 0);
  pthread_create(&cancelled, NULL, worker, &records[0]);
  pthread_cancel(cancelled);
  pthread_join(cancelled, NULL);
  pthread_create(&exiting, NULL, exits, &records[1]);
  pthread_join(exiting, NULL);
  for (int i = 0; i < 2; i++) {
    assert(records[i].count == 3);
    assert(records[i].order[0] == 2 && records[i].order[1] == 1 && records[i].order[2] == 0);
  }
  return 0;
}
