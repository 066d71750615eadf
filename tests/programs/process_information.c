// selvage-test: what a program asks about itself and the system is there and stable in every thread
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <unistd.h>

static void prepare(void) {}

static void* worker(void* argument) {
  struct utsname system;
  struct rlimit files;
  struct rusage usage;
  struct tms used;
  assert(uname(&system) == 0 && strcmp(system.sysname, "Linux") == 0);
  assert(getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur >= 16);
  assert(getrusage(RUSAGE_SELF, &usage) == 0);
  assert(times(&used) != (clock_t)-1);
  assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_CLK_TCK) > 0);
  assert(getuid() == *(uid_t*)argument && geteuid() == getuid());
  assert(getenv("PATH") != NULL);
  assert(isatty(-1) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  uid_t user = getuid();
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &user);
  assert(pthread_atfork(prepare, NULL, NULL) == 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
