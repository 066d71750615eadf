// Two threads that each get a descriptor and close it. Which number it has depends on who came first.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char* wanted;
static int is(const char* name) { return strcmp(wanted, name) == 0; }

static void* get_and_close(void* unused) {
  int numbers[2] = {-1, -1};
  if (is("open")) numbers[0] = open("/etc/passwd", O_RDONLY);
  if (is("directory")) numbers[0] = open("/", O_RDONLY | O_DIRECTORY);
  if (is("random")) numbers[0] = open("/dev/urandom", O_RDONLY);
  if (is("dup")) numbers[0] = dup(1);
  if (is("fcntl")) numbers[0] = fcntl(1, F_DUPFD, 10);
  if (is("eventfd")) numbers[0] = eventfd(0, 0);
  if (is("epoll")) numbers[0] = epoll_create1(0);
  if (is("memfd")) numbers[0] = memfd_create("file", 0);
  if (is("syscall")) numbers[0] = (int)syscall(SYS_open, "/etc/passwd", O_RDONLY, 0);
  if (is("pipe") && pipe(numbers) != 0) abort();
  if (is("socketpair") && socketpair(AF_UNIX, SOCK_STREAM, 0, numbers) != 0) abort();
  if (is("fopen")) {
    FILE* stream = fopen("/etc/passwd", "r");
    if (stream == NULL || fclose(stream) != 0) abort();
  } else if (is("tmpfile")) {
    FILE* stream = tmpfile();
    if (stream == NULL || fclose(stream) != 0) abort();
  } else if (is("opendir")) {
    DIR* directory = opendir("/");
    if (directory == NULL || closedir(directory) != 0) abort();
  } else if (numbers[0] < 0) {
    abort();
  }
  for (int i = 0; i < 2; i++)
    if (numbers[i] >= 0) close(numbers[i]);
  return unused;
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  wanted = arguments[1];
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, get_and_close, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
