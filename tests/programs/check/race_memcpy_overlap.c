// selvage-check: bug
// shows: a copied range and a store into the middle of it
// finding: data-race
// executions: 2
// strategies: source, classic, dfs
#include <pthread.h>
#include <string.h>

static char buffer[16], source[16];

static void* copies(void* unused) {
  memcpy(buffer, source, sizeof buffer);  // finding
  return unused;
}

static void* stores(void* unused) {
  buffer[9] = 1;  // finding
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, copies, NULL);
  pthread_create(&second, NULL, stores, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
