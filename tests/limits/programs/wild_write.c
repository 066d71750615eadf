// A write into memory of the runtime, at an address that is given: what follows is anybody's guess, but not for long.
// arguments: 0x36000000a100
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order;
static uint64_t address;
static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  order = order * 2 + 1;
  for (int i = 0; i < 8; i++) ((volatile unsigned char*)address)[i] = (unsigned char)(123 + i);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  order = order * 2 + 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(int count, char** arguments) {
  address = count > 1 ? strtoull(arguments[1], 0, 16) : 0;
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex);
  order = order * 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
