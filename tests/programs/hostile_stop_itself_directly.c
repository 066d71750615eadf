// selvage-test: a thread stops its own process with a system call that nobody intercepts; the parent does not hang
// expect: stuck?, killed?, crash?
// run-options: --watchdog 1
// carrier-executions: 0
// plain-exit: skip
// executions: 2
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>

static long system_call(long number, long first, long second) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second) : "rcx", "r11", "memory");
  return result;
}

static void* stops(void* unused) {
  system_call(SYS_kill, system_call(SYS_getpid, 0, 0), SIGSTOP);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, stops, NULL);
  pthread_join(thread, NULL);
  return 0;
}
