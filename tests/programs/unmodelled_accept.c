// selvage-test: accepting on a real socket that was opened before the threads stops with a message and does not hang
// expect: unmodelled
// plain-exit: skip
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void* accepts(void* unused) {
  accept(listener, NULL, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) != 0) return 1;
  if (listen(listener, 1) != 0) return 1;
  pthread_create(&thread, NULL, accepts, NULL);
  pthread_join(thread, NULL);
  return 0;
}
