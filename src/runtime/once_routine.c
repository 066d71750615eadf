/* The one frame of the runtime that has something to do when it is unwound. It is C, compiled with -fexceptions: a
   C++ file would need the C++ library's personality routine, which a C program does not link. */
#include "runtime/once_routine.h"

struct Call {
  void* control;
  void (*abandon)(void*);
};

static void leave(struct Call* call) {
  if (call->abandon) call->abandon(call->control);
}

void selvage_call_once_routine(void (*routine)(void), void* control, void (*abandon)(void*)) {
  __attribute__((cleanup(leave))) struct Call call = {control, abandon};
  routine();
  call.abandon = 0;
}
