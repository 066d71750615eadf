// shows: what is printed depends on a race, whatever the secret is
// option: --public stdout
// secret-values: 0..1
// observational: interleavings
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
  printf("value %d\n", value);
  pthread_join(thread, 0);
  return 0;
}
