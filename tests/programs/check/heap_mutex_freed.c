// selvage-check: bug
// shows: an object is freed while another thread may still lock the mutex inside it, which nothing else tells apart
// finding: use-after-free
// strategies: source, classic, dfs
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  long balance;
};

static void* visits(void* argument) {
  struct account* account = argument;
  pthread_mutex_lock(&account->lock);    // finding
  pthread_mutex_unlock(&account->lock);  // finding
  return NULL;
}

static void* closes(void* argument) {
  free(argument);
  return NULL;
}

int main(void) {
  pthread_t visitor, owner;
  struct account* account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->balance = 0;
  pthread_create(&visitor, NULL, visits, account);
  pthread_create(&owner, NULL, closes, account);
  pthread_join(visitor, NULL);
  pthread_join(owner, NULL);
  return 0;
}
