// selvage-check: bug
// shows: what a function of the C library reads inside a critical section is not seen, and counts
// finding: assertion
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char text[8] = "old";
static int is_new;

static void* compare(void* unused) {
  pthread_mutex_lock(&lock);
  is_new = strcmp(text, "new") == 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* change(void* unused) {
  pthread_mutex_lock(&lock);
  memcpy(text, "new", 4);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, compare, 0);
  pthread_create(&other, 0, change, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(!is_new);  // finding
  return 0;
}
