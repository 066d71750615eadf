// selvage-test: a datagram socket pair keeps message boundaries; MSG_DONTWAIT gives EAGAIN when there is none
// expect: completed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int sockets[2];

static void* sends(void* unused) {
  assert(send(sockets[1], "long message", 12, 0) == 12);
  assert(send(sockets[1], "short", 5, 0) == 5);
  return unused;
}

int main(void) {
  pthread_t thread;
  char message[64] = "";
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) == 0);
  errno = 0;
  assert(recv(sockets[0], message, sizeof message, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  pthread_create(&thread, NULL, sends, NULL);
  assert(recv(sockets[0], message, 4, 0) == 4 && memcmp(message, "long", 4) == 0);  // the rest is dropped
  assert(recv(sockets[0], message, sizeof message, 0) == 5 && memcmp(message, "short", 5) == 0);
  pthread_join(thread, NULL);
  errno = 0;
  assert(recv(sockets[0], message, sizeof message, MSG_DONTWAIT) == -1 && errno == EAGAIN);
  return 0;
}
