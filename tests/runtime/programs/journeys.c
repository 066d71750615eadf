// What an execution can leave behind for the next one, where a restart goes wrong: each scenario does other things
// between its scheduling points. The argument is the scenario.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kThreads = 3, kRounds = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int meeting;
static int turns;
static _Thread_local int own;
static char* blocks[kThreads * kRounds];
static long wide[kRounds][3 << 19];

struct Work {
  const char* scenario;
  int number;
  int* in_main;  // on the stack of main, which waits
};

static int is(const struct Work* work, const char* scenario) {
  return strcmp(work->scenario, scenario) == 0 || strcmp(work->scenario, "all") == 0;
}

static void* child(void* argument) {
  atomic_fetch_add(&meeting, *(int*)argument);
  return argument;
}

// Stacks of different depths, and what an earlier call has left on them.
__attribute__((noinline, optnone)) static int dig(int depth) {
  volatile char room[1500];
  int left = room[700];
  room[700] = (char)(depth + 1);
  return depth == 0 ? left : left * 3 + dig(depth - 1);
}

static void do_round(const struct Work* work, int round) {
  int index = work->number * kRounds + round;
  own += round;
  if (is(work, "allocate")) {
    blocks[index] = malloc(40 + 1000 * (size_t)round);
    memset(blocks[index], index, 40);
    if (round % 2 == 1) free(blocks[index - 1]);
  }
  if (is(work, "stacks")) {
    atomic_store(&meeting, dig(round * 2 + work->number));
    work->in_main[work->number] += own;
  }
  if (is(work, "threads") && round == 1) {
    int more = work->number;
    pthread_t thread;
    pthread_create(&thread, 0, child, &more);
    atomic_fetch_add(&meeting, 100);
    pthread_join(thread, 0);
  }
  if (is(work, "print") && round >= 2) {
    printf("%d.%d\n", work->number, round);
    fflush(stdout);
  }
  if (strcmp(work->scenario, "wide") == 0 && work->number == 0)
    for (size_t i = 0; i < sizeof *wide / sizeof **wide; i++) wide[round][i] = round;
  if (is(work, "files") && round == 2) {
    char name[32];
    snprintf(name, sizeof name, "journey-%d", work->number);
    int file = open(name, O_CREAT | O_RDWR, 0600);
    write(file, name, strlen(name));
    close(file);
  }
}

static void* run(void* argument) {
  const struct Work* work = argument;
  for (int round = 0; round < kRounds; round++) {
    atomic_fetch_add(&meeting, 1);
    do_round(work, round);
    pthread_mutex_lock(&lock);
    turns++;
    if (is(work, "wait") && round == 1) {
      pthread_cond_broadcast(&changed);
      while (turns < kThreads) pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
  }
  if (is(work, "crash") && atomic_load(&meeting) % 5 == 0) *(volatile int*)8 = own;
  return 0;
}

int main(int count, char** arguments) {
  int in_main[kThreads] = {0};
  struct Work works[kThreads];
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) {
    works[i] = (struct Work){count > 1 ? arguments[1] : "all", i, in_main};
    pthread_create(&threads[i], 0, run, &works[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < kThreads; i++) sum += in_main[i];
  return (sum + (int)wide[0][count]) & 63;
}
