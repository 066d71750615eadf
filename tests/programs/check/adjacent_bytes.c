// selvage-check: verified
// shows: neighbouring bytes are different locations
// executions: 1
// strategies: source, classic, dfs
#include <pthread.h>

static char bytes[8];

static void* writes(void* argument) {
  *(char*)argument = 1;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writes, &bytes[3]);
  pthread_create(&second, NULL, writes, &bytes[4]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return bytes[3] != bytes[4];
}
