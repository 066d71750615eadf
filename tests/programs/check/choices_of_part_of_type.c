// selvage-check: bounded
// shows: one value of the type is missing
// gaps: narrow_choices
// check-options: --nondet -127..127
// executions: 255
#include <pthread.h>

extern signed char __VERIFIER_nondet_schar(void);

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  signed char value = __VERIFIER_nondet_schar();
  pthread_join(thread, NULL);
  return value == -128;
}
