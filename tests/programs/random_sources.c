// selvage-test: rand, random, rand_r, drand48, getrandom and /dev/urandom are usable from several threads
// expect: completed
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static void* draws(void* argument) {
  unsigned state = *(unsigned*)argument;
  unsigned char bytes[32] = {0}, zeros[32] = {0};
  for (int i = 0; i < 5; i++) {
    int number = rand();
    assert(number >= 0 && number <= RAND_MAX);
    assert(random() >= 0);
    assert(rand_r(&state) >= 0);
    double fraction = drand48();
    assert(fraction >= 0 && fraction < 1);
  }
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
  assert(memcmp(bytes, zeros, sizeof bytes) != 0);
  memset(bytes, 0, sizeof bytes);
  int source = open("/dev/urandom", O_RDONLY);
  assert(source >= 0);
  assert(read(source, bytes, sizeof bytes) == sizeof bytes);
  assert(memcmp(bytes, zeros, sizeof bytes) != 0);
  close(source);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  unsigned seeds[2] = {1, 2};
  srand(1);
  srandom(1);
  srand48(1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, draws, &seeds[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}
