// A larger program around a small one, put in front of it by the compiler (-include): SCALE further threads put numbers into a
// table under a lock, each into an entry of its own, ROUNDS times while the program runs and once more when it is over, as
// threads do that keep statistics. Nothing is wrong with them. They have work left at the end so that a depth-first search
// does not happen to begin with the program.
#include <pthread.h>
#include <semaphore.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

enum { kCompanions = SCALE, kRounds = ROUNDS };

static pthread_mutex_t companion_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t companion_end[kCompanions];
static struct {
  int entries[kCompanions];
  int checks[kCompanions];
} companion_table;

static void companion_note(long own, int number) {
  pthread_mutex_lock(&companion_lock);
  companion_table.entries[own] += number;
  companion_table.checks[own] = companion_table.entries[own] * 3;
  pthread_mutex_unlock(&companion_lock);
}

static void* companion(void* number) {
  long own = (long)number;
  for (int i = 0; i < kRounds; i++) companion_note(own, i);
  sem_wait(&companion_end[own]);
  companion_note(own, kRounds);
  return 0;
}

int small_main(void);

int main(void) {
  pthread_t companions[kCompanions];
  for (long i = 0; i < kCompanions; i++) {
    sem_init(&companion_end[i], 0, 0);
    pthread_create(&companions[i], 0, companion, (void*)i);
  }
  int result = small_main();
  for (int i = 0; i < kCompanions; i++) sem_post(&companion_end[i]);
  for (int i = 0; i < kCompanions; i++) pthread_join(companions[i], 0);
  return result;
}

#define main small_main
