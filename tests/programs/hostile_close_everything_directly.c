// selvage-test: a thread closes every descriptor with system calls that nobody intercepts
// expect: completed?, crash?, killed?, abort?, unmodelled?
// plain-exit: skip
// executions: 20
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>

static void* closes(void* unused) {
  for (long descriptor = 0; descriptor < 1024; descriptor++) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_close), "D"(descriptor) : "rcx", "r11", "memory");
  }
  puts("into the void");
  fflush(stdout);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, closes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
