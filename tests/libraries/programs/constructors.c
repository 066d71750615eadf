// Everything that a library's constructor can make before main.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static pthread_key_t key, other_key;
static pthread_mutex_t recursive, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock;
static pthread_cond_t condition;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t semaphore;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int once_count, destroyed, at_exit_value;
static __thread int own = 7;
static char* block;
static long started;
static void count_once(void) { once_count++; }
static void destroy(void* value) { __atomic_fetch_add(&destroyed, *(int*)value, __ATOMIC_SEQ_CST); }
static void at_exit(void) { at_exit_value++; }
__attribute__((constructor)) static void make(void) {
  pthread_key_create(&key, destroy);
  pthread_key_create(&other_key, NULL);
  pthread_setspecific(other_key, &own);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  pthread_rwlock_init(&rwlock, NULL);
  pthread_cond_init(&condition, NULL);
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 2);
  pthread_once(&once, count_once);
  pthread_mutex_lock(&held);
  own = 8;
  block = malloc(100);
  strcpy(block, "made before main");
  atexit(at_exit);
  started = time(NULL);
}
void library_release(void) { pthread_mutex_unlock(&held); }
int library_try(void) { return pthread_mutex_trylock(&held); }
int library_semaphore(void) {
  int value;
  sem_getvalue(&semaphore, &value);
  return value;
}
int library_once(void) {
  pthread_once(&once, count_once);
  return once_count;
}
int library_own(void) { return own; }
void* library_value(void) { return pthread_getspecific(other_key); }
void library_set(int* value) { pthread_setspecific(key, value); }
int library_destroyed(void) { return __atomic_load_n(&destroyed, __ATOMIC_SEQ_CST); }
const char* library_block(void) { return block; }
long library_started(void) { return started; }
void library_work(void) {
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  sem_wait(&semaphore);
  sem_post(&semaphore);
  pthread_barrier_wait(&barrier);
}
