// Threads that each do up to three things, which the command line names by letters: `pieces a.b cd` is main with `a.b` and a
// thread with `cd`. What they read is folded into one number, and an assertion fails at a line of its own for each.
//
// Nearly every piece locks and unlocks within one step, or goes with the step before: that is where searches differ that take
// steps apart differently.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Worker {
  int id;
  const char* pieces;
  unsigned seen;
};

static struct Worker workers[4];
static atomic_int word;
static int plain, ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spinlock;
static sem_t one, none;
static const struct timespec never = {4102444800, 0}, soon = {1, 0};

static void initialise(void) { atomic_store(&word, 7); }

static void section(int id, int writes) {
  pthread_mutex_lock(&mutex);
  if (writes) plain = id;
  pthread_mutex_unlock(&mutex);
}

static int wait_until_ready(int in_loop) {
  pthread_mutex_lock(&mutex);
  while (!ready) {
    pthread_cond_wait(&condition, &mutex);
    if (!in_loop) break;
  }
  int value = atomic_load(&word);
  pthread_mutex_unlock(&mutex);
  return value;
}

static int wait_for_a_while(void) {
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&condition, &mutex, &soon);
  pthread_mutex_unlock(&mutex);
  return result == 0;
}

static void make_ready(int all) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  all ? pthread_cond_broadcast(&condition) : pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

static int try_section(int id, int result) {
  if (result != 0) return 1;
  plain = id;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static int do_piece(char piece, int id) {
  int value = 0;
  switch (piece) {
    // memory
    case 'a':
      atomic_store(&word, id);
      break;
    case 'b':
      return atomic_load(&word);
    case 'c':
      return atomic_fetch_add(&word, id);
    case 'd':
      atomic_compare_exchange_strong(&word, &value, id);
      return value;
    case 'e':
      return plain;
    case 'f':
      plain = id;
      break;
    // mutexes
    case 'g':
      section(id, 0);
      break;
    case 'h':
      section(id, 1);
      break;
    case 'i':
      return try_section(id, pthread_mutex_trylock(&mutex));
    case 'j':
      return try_section(id, pthread_mutex_timedlock(&mutex, &never));
    // read-write locks
    case 'k':
      pthread_rwlock_rdlock(&rwlock);
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'l':
      pthread_rwlock_rdlock(&rwlock);
      value = atomic_load(&word);
      pthread_rwlock_unlock(&rwlock);
      return value;
    case 'm':
      pthread_rwlock_wrlock(&rwlock);
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'n':
      pthread_rwlock_wrlock(&rwlock);
      plain = id;
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'o':
      if (pthread_rwlock_tryrdlock(&rwlock) != 0) return 1;
      pthread_rwlock_unlock(&rwlock);
      break;
    case 'p':
      if (pthread_rwlock_trywrlock(&rwlock) != 0) return 1;
      plain = id;
      pthread_rwlock_unlock(&rwlock);
      break;
    // one lock within another
    case 'q':
      pthread_mutex_lock(&mutex);
      do_piece('k', id);
      pthread_mutex_unlock(&mutex);
      break;
    case 'r':
      pthread_rwlock_rdlock(&rwlock);
      section(id, 0);
      pthread_rwlock_unlock(&rwlock);
      break;
    case 's':
      pthread_rwlock_wrlock(&rwlock);
      section(id, 0);
      pthread_rwlock_unlock(&rwlock);
      break;
    // spinlocks, semaphores, once
    case 't':
      pthread_spin_lock(&spinlock);
      pthread_spin_unlock(&spinlock);
      break;
    case 'u':
      pthread_spin_lock(&spinlock);
      plain = id;
      pthread_spin_unlock(&spinlock);
      break;
    case 'v':
      sem_wait(&one);
      sem_post(&one);
      break;
    case 'w':
      sem_wait(&one);
      plain = id;
      sem_post(&one);
      break;
    case 'x':
      sem_post(&none);
      break;
    case 'y':
      sem_wait(&none);
      break;
    case 'z':
      return sem_trywait(&none) == 0;
    case 'A':
      pthread_once(&once, initialise);
      break;
    // conditions
    case 'B':
      make_ready(0);
      break;
    case 'C':
      make_ready(1);
      break;
    case 'D':
      return wait_until_ready(1);
    case 'E':
      return wait_until_ready(0);
    case 'F':
      return wait_for_a_while();
    // ends
    case 'G':
      abort();
    case 'H':
      __builtin_trap();
    case 'I':
      exit(1);
    case 'J':
      pthread_exit(NULL);
    case 'K':
      sched_yield();
      break;
    default:
      break;
  }
  return 0;
}

static void* work(void* argument) {
  struct Worker* self = argument;
  for (int i = 0; self->pieces[i] != '\0'; i++)
    self->seen = self->seen * 31 + (unsigned)do_piece(self->pieces[i], self->id) + 1;
  return NULL;
}

static void end_with(unsigned number) {
  switch (number % 12) {
    case 0:
      assert(!"0");
      break;
    case 1:
      assert(!"1");
      break;
    case 2:
      assert(!"2");
      break;
    case 3:
      assert(!"3");
      break;
    case 4:
      assert(!"4");
      break;
    case 5:
      assert(!"5");
      break;
    case 6:
      assert(!"6");
      break;
    case 7:
      assert(!"7");
      break;
    case 8:
      assert(!"8");
      break;
    case 9:
      assert(!"9");
      break;
    case 10:
      assert(!"10");
      break;
    case 11:
      assert(!"11");
      break;
  }
}

int main(int count, char** arguments) {
  pthread_t threads[4];
  int workers_count = count - 1 < 4 ? count - 1 : 4;
  pthread_spin_init(&spinlock, 0);
  sem_init(&one, 0, 1);
  sem_init(&none, 0, 0);
  for (int i = 0; i < workers_count; i++) workers[i] = (struct Worker){i + 1, arguments[i + 1], 0};
  for (int i = 1; i < workers_count; i++) pthread_create(&threads[i], NULL, work, &workers[i]);
  if (workers_count > 0) work(&workers[0]);
  for (int i = 1; i < workers_count; i++) pthread_join(threads[i], NULL);
  unsigned number = (unsigned)atomic_load(&word) * 7 + (unsigned)plain;
  for (int i = 0; i < 4; i++) number = number * 131 + workers[i].seen;
  end_with(number ^ number >> 7);
  return 0;
}
