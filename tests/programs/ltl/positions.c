// shows: where threads are: at an entry, in a call, out of it by return, by a jump and by the end of the thread
// atom: home: in(main)
// atom: starting: in(start, main)
// atom: one: in(critical, thread 1)
// atom: two: in(critical, thread 2)
// atom: any: in(critical)
// atom: entry: at(critical)
// atom: entry_of_one: at(critical, thread 1)
// atom: jumps: in(jumps)
// atom: descends: in(descend)
// atom: ends: in(ends_thread)
// atom: landed: landed == 1
// atom: counted: critical_count == 2 && !in(critical)
// holds: home && starting && !any
// holds: !one U entry_of_one
// holds: G (entry_of_one -> (one && entry && any))
// holds: G (any <-> (one || two))
// holds: F (one && !entry_of_one)
// holds: G !(one && two)
// fails: G !(entry && any && !entry_of_one)
// fails: G (two -> F one)
// with -DWRONG fails: G !(one && two)
// holds: F jumps
// holds: G (landed -> !jumps && !descends)
// holds: F G (!one && !two && !jumps && !descends && !ends)
// holds: F ends
// holds: (F descends) && F (descends && jumps)
// holds: F counted
// holds: F G !starting
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf place;
int landed, critical_count;

static inline void critical(void) { critical_count++; }

static void descend(int depth) {
  if (depth > 0)
    descend(depth - 1);
  else
    longjmp(place, 1);
}

static void jumps(void) { descend(2); }

static void ends_thread(void) { pthread_exit(0); }

static void* run(void* number) {
#ifndef WRONG
  pthread_mutex_lock(&mutex);
#endif
  critical();
#ifndef WRONG
  pthread_mutex_unlock(&mutex);
#endif
  if (number == 0) ends_thread();
  return 0;
}

static void* jump_and_run(void* number) {
  if (setjmp(place) == 0) jumps();
  landed = 1;
  return run(number);
}

static void start(pthread_t* threads) {
  pthread_create(&threads[0], 0, jump_and_run, threads);
  pthread_create(&threads[1], 0, run, 0);
}

int main(void) {
  pthread_t threads[2];
  start(threads);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return critical_count > 1000;
}
