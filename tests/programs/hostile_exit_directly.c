// selvage-test: a thread ends the process with a system call that nobody intercepts
// expect: completed?, killed?, crash?, abort?
// plain-exit: 7
// executions: 20
#include <pthread.h>
#include <sys/syscall.h>

static void* leaves(void* unused) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_exit_group), "D"(7L) : "rcx", "r11", "memory");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leaves, NULL);
  pthread_join(thread, NULL);
  return 0;
}
