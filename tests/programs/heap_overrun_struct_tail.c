// selvage-test: room for the members, but not for the structure that the pointer is used as
// expect: memory-error
// finding: write of 8 bytes at offset 16 of a block of 20 bytes, 4 past its end
// plain-exit: skip
#include <pthread.h>
#include <stdlib.h>

struct short_message {
  long sender, receiver;
  int text;
};
struct long_message {
  long sender, receiver, text;
};

static void* sends(void* unused) {
  struct long_message* message = malloc(2 * sizeof(long) + sizeof(int));
  message->sender = message->receiver = 1;
  message->text = 2;
  free(message);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sends, NULL);
  pthread_join(thread, NULL);
  return 0;
}
