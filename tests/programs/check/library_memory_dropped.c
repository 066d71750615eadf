// selvage-check: bug
// shows: what madvise and munmap take away is written, also where it was mapped before the first thread
// finding: data-race
#include <pthread.h>
#include <sys/mman.h>

static char* memory;

static void* look(void* unused) {
  return memory[10] == 1 ? unused : 0;  // finding
}

int main(void) {
  memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[10] = 1;
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  madvise(memory, 4096, MADV_DONTNEED);  // finding
  pthread_join(thread, 0);
}
