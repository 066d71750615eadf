// selvage-test: a thread kills its own process with system calls that nobody intercepts
// expect: killed?, crash?
// plain-exit: skip
// executions: 20
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

static long system_call(long number, long first, long second) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second) : "rcx", "r11", "memory");
  return result;
}

static void* kills(void* unused) {
  system_call(SYS_kill, system_call(SYS_getpid, 0, 0), SIGKILL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, kills, NULL);
  pthread_join(thread, NULL);
  return 0;
}
