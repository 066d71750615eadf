// selvage-test: a socket pair carries data both ways, and shutdown gives the peer the end of one direction only
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int sockets[2];

static void* answers(void* unused) {
  char byte;
  while (read(sockets[1], &byte, 1) == 1) {
    byte++;
    assert(send(sockets[1], &byte, 1, MSG_NOSIGNAL) == 1);
  }
  assert(close(sockets[1]) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  pthread_create(&thread, NULL, answers, NULL);
  for (char question = 'a'; question < 'd'; question++) {
    assert(write(sockets[0], &question, 1) == 1);
    assert(recv(sockets[0], &byte, 1, 0) == 1);
    assert(byte == question + 1);
  }
  assert(shutdown(sockets[0], SHUT_WR) == 0);
  assert(read(sockets[0], &byte, 1) == 0);
  pthread_join(thread, NULL);
  errno = 0;
  assert(send(sockets[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  assert(close(sockets[0]) == 0);
  return 0;
}
