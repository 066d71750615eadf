// selvage-test: working directory, umask, environment, locale and signal dispositions are as before in every execution
// expect: completed
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[4096];

static void* worker(void* unused) {
  char now[4096];
  struct sigaction old;
  assert(getcwd(now, sizeof now) != NULL && strcmp(now, directory) == 0);
  assert(chdir("/") == 0);
  assert(getcwd(now, sizeof now) != NULL && strcmp(now, "/") == 0);
  assert(umask(0) == 0123);
  assert(getenv("SELVAGE_TEST_VARIABLE") == NULL);
  assert(setenv("SELVAGE_TEST_VARIABLE", "set", 1) == 0);
  assert(strcmp(getenv("SELVAGE_TEST_VARIABLE"), "set") == 0);
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  setlocale(LC_ALL, "C.UTF-8");
  assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
  signal(SIGUSR1, SIG_IGN);
  return unused;
}

int main(void) {
  pthread_t thread;
  umask(0123);
  if (strcmp("/", getcwd(directory, sizeof directory)) == 0) {
    assert(chdir("/tmp") == 0);
    strcpy(directory, "/tmp");
  }
  pthread_create(&thread, NULL, worker, NULL);
  assert(pthread_join(thread, NULL) == 0);
  return 0;
}
