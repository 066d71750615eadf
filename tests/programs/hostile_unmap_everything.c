// selvage-test: a thread unmaps the whole process with a system call of its own
// expect: crash?, killed?, unmodelled?
// plain-exit: skip
// executions: 10
#include <pthread.h>
#include <sys/syscall.h>

static void* unmaps(void* unused) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_munmap), "D"(0x1000L), "S"(0x7ffffffff000L - 0x1000L)
                   : "rcx", "r11", "memory");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, unmaps, NULL);
  pthread_join(thread, NULL);
  return 0;
}
