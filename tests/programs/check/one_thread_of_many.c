// selvage-check: bounded
// shows: a program that starts threads only with an argument, which it is not given
// gaps: one_thread
#include <pthread.h>
#include <stdbool.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(int arguments, char **unused) {
  (void)unused;
  pthread_t threads[2];
  for (int i = 0; i < 2 && arguments > 1; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2 && arguments > 1; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
