// selvage-test: process ids, thread ids and the number of processors are stable; thread ids differ
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static pid_t process, ids[2];
static long processors;
static pthread_barrier_t both;

static void* worker(void* argument) {
  pid_t id = gettid();
  assert(getpid() == process);
  assert(id != process);
  assert(syscall(SYS_gettid) == id);
  sched_yield();
  assert(gettid() == id && getpid() == process && getppid() > 0);
  assert(sysconf(_SC_NPROCESSORS_ONLN) == processors);
  assert(sched_getcpu() >= 0);
  *(pid_t*)argument = id;
  pthread_barrier_wait(&both);
  assert(ids[0] != ids[1]);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&both, NULL, 2);
  process = getpid();
  processors = sysconf(_SC_NPROCESSORS_ONLN);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &ids[i]);
  assert(processors >= 1 && sysconf(_SC_NPROCESSORS_CONF) >= processors);
  assert(gettid() == process && getpid() == process);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(ids[0] != process && ids[1] != process);
  return 0;
}
