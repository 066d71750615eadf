// selvage-test: limits can be changed before the first thread, and afterwards only to what they are
// expect: unmodelled
// plain-exit: 0
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void* worker(void* unused) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  assert(limit.rlim_cur == 1 << 20);
  assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  assert(setuid(getuid()) == 0);
  limit.rlim_cur = 4096;
  setrlimit(RLIMIT_FSIZE, &limit);
  return unused;
}

int main(void) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = 1 << 20;
  assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
