// selvage-test: replacing the process image from a thread stops with a message
// expect: unmodelled
// plain-exit: skip
#include <pthread.h>
#include <unistd.h>

static void* executes(void* unused) {
  execl("/bin/true", "true", (char*)NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, executes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
