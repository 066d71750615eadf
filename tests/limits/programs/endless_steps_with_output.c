// The same with a lock in every round: each execution writes until its depth is reached.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char line[4096];
static void* write_lines(void* unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    fwrite(line, 1, sizeof line, stdout);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, write_lines, 0);
  pthread_create(&other, 0, write_lines, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
