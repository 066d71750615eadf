// selvage-test: a thread that fills a pipe which only itself would read is blocked for ever
// expect: deadlock
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* fills(void* unused) {
  static char block[65536];
  for (int i = 0; i < 40; i++)
    if (write(ends[1], block, sizeof block) < 0) break;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends) != 0) return 1;
  pthread_create(&thread, NULL, fills, NULL);
  pthread_join(thread, NULL);
  return 0;
}
