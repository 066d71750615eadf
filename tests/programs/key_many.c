// selvage-test: at least 128 keys exist, the one too many is EAGAIN, and a restart gives all of them back
// expect: completed
// executions: 200
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t keys[PTHREAD_KEYS_MAX + 1];

static void* creates_all(void* unused) {
  int count = 0, error;
  while ((error = pthread_key_create(&keys[count], NULL)) == 0) {
    count++;
    assert(count <= PTHREAD_KEYS_MAX);
  }
  assert(error == EAGAIN);
  assert(count >= 128);
  assert(pthread_key_delete(keys[7]) == 0);
  assert(pthread_key_create(&keys[7], NULL) == 0);
  return unused;  // none is deleted: the next execution finds them free again
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, creates_all, NULL);
  pthread_join(thread, NULL);
  return 0;
}
