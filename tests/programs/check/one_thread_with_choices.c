// selvage-check: bounded
// shows: choices make several executions, but of one thread
// gaps: one_thread
// executions: 4
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) { return (__VERIFIER_nondet_bool() + __VERIFIER_nondet_bool()) > 2; }
