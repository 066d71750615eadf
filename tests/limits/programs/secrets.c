// What is shown must not depend on a secret that has a thousand values.
// options: --flow observational --secret 'secret: 0..999' --public shown
// options: --flow observational --secret 'secret: 0..999' --public shown --keep-going
#include <pthread.h>
#include <stdatomic.h>
int secret;
atomic_int shown, hidden;
static void* work(void* unused) {
  for (int i = 0; i < 12; i++) {
    hidden += secret;
    shown += hidden > 500000 ? 2 : 1;
  }
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
