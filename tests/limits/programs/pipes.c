// Two threads that hand bytes round through pipes, without an end.
#include <pthread.h>
#include <unistd.h>
static int forth[2], back[2];
static void* answer(void* unused) {
  char byte;
  while (read(forth[0], &byte, 1) == 1 && write(back[1], &byte, 1) == 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  if (pipe(forth) != 0 || pipe(back) != 0) return 1;
  pthread_create(&thread, 0, answer, 0);
  char bytes[16] = {0};
  while (write(forth[1], bytes, sizeof bytes) > 0 && read(back[0], bytes, sizeof bytes) > 0);
  pthread_join(thread, 0);
}
