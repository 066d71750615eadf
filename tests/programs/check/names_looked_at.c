// selvage-check: bug
// shows: looking for a file is a step, dependent with what changes names
// finding: assertion
// strategies: source, dfs
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static const char kOld[] = "selvage_names_old", kNew[] = "selvage_names_new";

static void* look(void* unused) {
  assert(access(kNew, F_OK) != 0);
  return unused;
}

static void* move(void* unused) {
  rename(kOld, kNew);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  unlink(kNew);
  close(open(kOld, O_CREAT | O_RDWR, 0600));
  pthread_create(&threads[0], NULL, look, NULL);
  pthread_create(&threads[1], NULL, move, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
