// A larger program around a small one, put in front of it by the compiler (-include): SCALE further threads put numbers into a
// table under a lock, each into an entry of its own, while the program runs, as programs do that keep statistics. Nothing is
// wrong with them.
#include <pthread.h>

enum { kCompanions = SCALE, kRounds = 2 };

static pthread_mutex_t companion_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int entries[kCompanions];
  int checks[kCompanions];
} companion_table;

static void* companion(void* number) {
  long own = (long)number;
  for (int i = 0; i < kRounds; i++) {
    pthread_mutex_lock(&companion_lock);
    companion_table.entries[own] += i;
    companion_table.checks[own] = companion_table.entries[own] * 3;
    pthread_mutex_unlock(&companion_lock);
  }
  return 0;
}

int small_main(void);

int main(void) {
  pthread_t companions[kCompanions];
  for (long i = 0; i < kCompanions; i++) pthread_create(&companions[i], 0, companion, (void*)i);
  int result = small_main();
  for (int i = 0; i < kCompanions; i++) pthread_join(companions[i], 0);
  return result;
}

#define main small_main
