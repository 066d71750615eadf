// selvage-test: flockfile keeps other threads out, nests, and ftrylockfile fails on a stream that is locked
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static int inside;

static void* writes(void* unused) {
  for (int i = 0; i < 2; i++) {
    flockfile(stdout);
    assert(++inside == 1);
    flockfile(stdout);
    putchar_unlocked('x');
    printf("y\n");
    funlockfile(stdout);
    sched_yield();
    assert(inside == 1);
    inside--;
    funlockfile(stdout);
  }
  return unused;
}

static void* finds_it_locked(void* unused) {
  assert(ftrylockfile(stderr) != 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  flockfile(stderr);
  assert(ftrylockfile(stderr) == 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, writes, NULL);
  pthread_create(&threads[2], NULL, finds_it_locked, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  funlockfile(stderr);
  funlockfile(stderr);
  return 0;
}
