// Executions that write 3 GiB each, to a file in memory and to one on the disk.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>
static atomic_int order;
static char block[1 << 20];
static void* work(void* number) {
  order = order * 2 + 1;
  int file = number ? memfd_create("written", 0) : open("/tmp/selvage-limits-written", O_CREAT | O_RDWR, 0600);
  for (int i = 0; i < 3 << 10; i++)
    if (write(file, block, sizeof block) < 0) break;
  close(file);
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
