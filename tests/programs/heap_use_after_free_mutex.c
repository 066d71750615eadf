// selvage-test: an object is freed while a thread may still lock the mutex inside it
// expect: completed, memory-error
// finding: mutex_lock of 4 bytes at offset 0 of a block of
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account* account;

static void* deposits(void* unused) {
  pthread_mutex_lock(&account->lock);
  account->balance++;
  pthread_mutex_unlock(&account->lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->balance = 0;
  pthread_create(&thread, NULL, deposits, NULL);
  pthread_mutex_lock(&account->lock);
  int closed = account->balance;
  pthread_mutex_unlock(&account->lock);
  if (closed) free(account);
  if (!closed) {
    struct account* old = account;
    free(old);
  }
  pthread_join(thread, NULL);
  return 0;
}
