// N threads allocate a block for their inode under two layers of locks (Flanagan and Godefroid 2005); they meet only
// from the fourteenth on.
#include <pthread.h>
#include <stdint.h>

#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES], busy[BLOCKS];

static void* allocate(void* argument) {
  int inode = (int)(intptr_t)argument % INODES;
  pthread_mutex_lock(&inode_locks[inode]);
  if (inodes[inode] == 0) {
    int block = inode * 2 % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_locks[block]);
      if (!busy[block]) {
        busy[block] = 1;
        inodes[inode] = block + 1;
        pthread_mutex_unlock(&block_locks[block]);
        break;
      }
      pthread_mutex_unlock(&block_locks[block]);
      block = (block + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_locks[inode]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], NULL, allocate, (void*)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  return 0;
}
