// selvage-test: asking for a host's address stops with a message and asks no server
// expect: unmodelled
// plain-exit: skip
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>

static struct addrinfo* addresses;

static void* worker(void* unused) {
  getaddrinfo("selvage.invalid", "80", NULL, &addresses);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
