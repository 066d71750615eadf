// selvage-test: a thread calls an address where there is no code, with its stack pointer destroyed
// expect: crash?, killed?
// plain-exit: skip
// executions: 100
#include <pthread.h>

static void* jumps(void* unused) {
  __asm__ volatile(
      "xor %%esp, %%esp\n"
      "mov $0x10, %%eax\n"
      "jmp *%%rax\n" ::
          : "rax", "memory");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, jumps, NULL);
  pthread_join(thread, NULL);
  return 0;
}
