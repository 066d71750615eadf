// selvage-test: printf, puts, fprintf, write and perror from several threads work and return what they should
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* prints(void* argument) {
  int self = *(int*)argument;
  assert(printf("thread %d\n", self) == 9);
  assert(puts("puts") >= 0);
  assert(fprintf(stderr, "%s\n", "stderr") == 7);
  assert(fputs("fputs\n", stdout) >= 0);
  assert(putchar('c') == 'c');
  assert(fflush(stdout) == 0);
  assert(write(STDOUT_FILENO, "write\n", 6) == 6);
  errno = EINVAL;
  perror("perror");
  assert(errno == EINVAL);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int numbers[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, prints, &numbers[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("end\n");
  return 0;
}
