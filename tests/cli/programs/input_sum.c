// Fails if the bytes of its input that it reads, some before the first thread and some in it, do not have the sum that its first
// argument states; without one, it reads nothing.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long sum, most = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(long limit) {
  static unsigned char buffer[1 << 16];
  while (limit != 0) {
    size_t size = limit > 0 && limit < (long)sizeof buffer ? (size_t)limit : sizeof buffer;
    ssize_t got = read(STDIN_FILENO, buffer, size);
    if (got <= 0) return;
    for (ssize_t i = 0; i < got; i++) sum += buffer[i];
    if (limit > 0) limit -= got;
  }
}

static void* rest(void* unused) {
  pthread_mutex_lock(&lock);
  add(most < 0 ? -1 : most / 2);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int count, char** arguments) {
  if (count < 2) most = 0;
  if (count > 2) most = atol(arguments[2]);
  add(most < 0 ? 1 : most / 2);
  pthread_t thread;
  pthread_create(&thread, NULL, rest, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(count < 2 || sum == atol(arguments[1]));
  return 0;
}
