// shows: the same after the thread has ended; standard output is what is seen unless something else is said
// secret-values: 0..1
// observational: safe
// possibilistic: safe
#include <pthread.h>
#include <selvage.h>
#include <stdio.h>
static int secret, used, value;
static void* writer(void* unused) {
  used = secret;
  value = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  selvage_secret(&secret, sizeof secret);
  pthread_create(&thread, 0, writer, 0);
  pthread_join(thread, 0);
  printf("value %d\n", value);
  return 0;
}
