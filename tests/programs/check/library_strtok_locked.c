// selvage-check: bug
// shows: who takes a string apart under a lock goes on where the other one was
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char text[] = "a b", other[] = "x y";

static void* begin_other(void* unused) {
  pthread_mutex_lock(&mutex);
  strtok(other, " ");
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, begin_other, 0);
  pthread_mutex_lock(&mutex);
  strtok(text, " ");
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  char* word = strtok(0, " ");
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(*word == 'b');  // finding
}
