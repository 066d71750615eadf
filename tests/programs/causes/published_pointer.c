// An object is made known through a relaxed store: who loads the pointer races with who filled the object in.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int sender;
  int length;
};

static struct message* _Atomic inbox;

static void* sends(void* unused) {
  struct message* message = malloc(sizeof *message);
  message->sender = 7;
  message->length = 12;
  atomic_store_explicit(&inbox, message, memory_order_relaxed);
  return unused;
}

static void* receives(void* unused) {
  struct message* message = atomic_load_explicit(&inbox, memory_order_relaxed);
  return message && message->length > 100 ? message : unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, sends, 0);
  pthread_create(&other, 0, receives, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
