// selvage-test: connecting a real socket stops with a message
// expect: unmodelled
// plain-exit: skip
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void* connects(void* unused) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  connect(connection, (struct sockaddr*)&address, sizeof address);
  close(connection);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, connects, NULL);
  pthread_join(thread, NULL);
  return 0;
}
