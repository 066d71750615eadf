// selvage-test: a writer blocks on a full pipe until the reader makes room; all bytes arrive in order
// expect: completed
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { kBlock = 4096, kBlocks = 5 };

static int ends[2];

static void* writes(void* unused) {
  unsigned char block[kBlock];
  for (int i = 0; i < kBlocks; i++) {
    for (int byte = 0; byte < kBlock; byte++) block[byte] = (unsigned char)(i + byte);
    assert(write(ends[1], block, kBlock) == kBlock);
  }
  assert(close(ends[1]) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  static unsigned char block[kBlock * kBlocks];
  size_t total = 0;
  ssize_t count;
  assert(pipe(ends) == 0);
  assert(fcntl(ends[0], F_SETPIPE_SZ, kBlock) >= kBlock);
  pthread_create(&thread, NULL, writes, NULL);
  while ((count = read(ends[0], block + total, kBlock)) > 0) total += (size_t)count;
  assert(count == 0 && total == sizeof block);
  for (size_t i = 0; i < total; i++) assert(block[i] == (unsigned char)(i / kBlock + i % kBlock));
  pthread_join(thread, NULL);
  return 0;
}
