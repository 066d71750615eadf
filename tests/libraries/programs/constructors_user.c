// What a library has made before main is as it would be in an ordinary program, for every thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void library_release(void);
int library_try(void);
int library_semaphore(void);
int library_once(void);
int library_own(void);
void* library_value(void);
void library_set(int*);
int library_destroyed(void);
const char* library_block(void);
long library_started(void);
void library_work(void);
static int five = 5;
static void* work(void* unused) {
  assert(library_own() == 7);
  assert(library_value() == NULL);
  library_set(&five);
  assert(library_once() == 1);
  library_work();
  return unused;
}
int main(void) {
  assert(library_try() == EBUSY);
  library_release();
  assert(library_try() == 0);
  library_release();
  assert(library_semaphore() == 2);
  assert(library_own() == 8);
  assert(*(int*)library_value() == 8);
  assert(!strcmp(library_block(), "made before main"));
  assert(time(NULL) - library_started() < 100 && time(NULL) >= library_started());
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  library_work();
  pthread_join(thread, NULL);
  assert(library_destroyed() == 5);
  pthread_key_t mine;
  assert(pthread_key_create(&mine, NULL) == 0);
  assert(pthread_getspecific(mine) == NULL);
  return 0;
}
