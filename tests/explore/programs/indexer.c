// N threads insert four words each into a hash table with open addressing (Flanagan and Godefroid 2005); with LOCKS a
// mutex guards each slot, otherwise compare-and-swap does. Threads collide only from the twelfth on.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define SLOTS 128

#ifdef LOCKS
static int table[SLOTS];
static pthread_mutex_t locks[SLOTS];

static int claim(int slot, int word) {
  pthread_mutex_lock(&locks[slot]);
  int is_free = table[slot] == 0;
  if (is_free) table[slot] = word;
  pthread_mutex_unlock(&locks[slot]);
  return is_free;
}
#else
static atomic_int table[SLOTS];

static int claim(int slot, int word) {
  int empty = 0;
  return atomic_compare_exchange_strong(&table[slot], &empty, word);
}
#endif

static void* insert(void* argument) {
  int number = (int)(intptr_t)argument;
  for (int i = 1; i <= 4; i++) {
    int word = i * 11 + number;
    int slot = word * 7 % SLOTS;
    while (!claim(slot, word)) slot = (slot + 1) % SLOTS;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, insert, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
