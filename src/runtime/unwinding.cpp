// Unwinds a thread's stack. C++ destructors, and C cleanup handlers compiled with -fexceptions, are landing pads that
// the unwinder runs; cleanup handlers of plain C are jump buffers on the stack that the thread lists, innermost first.
// Both kinds run in the order of their frames: a stop function looks at every frame that the unwinder comes to, and
// jumps where it has reached a buffer's frame (as glibc's nptl/unwind.c does). The handler's code then goes on with
// __pthread_unwind_next, which starts over from there.
#include "runtime/unwinding.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <unwind.h>

#include "runtime/cancellation.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/threads.h"

namespace selvage::runtime {

// __pthread_unwind_buf_t: the C library's header allocates it on the caller's stack; what follows the registers
// belongs to the library.
struct CleanupBuffer {
  uint64_t registers[8];
  int mask_was_saved;
  CleanupBuffer* outer;
  uint64_t cancel_type;
  void* unused[2];
};
static_assert(sizeof(CleanupBuffer) == sizeof(__pthread_unwind_buf_t));

namespace {

struct Unwinder {
  decltype(&_Unwind_ForcedUnwind) force;
  decltype(&_Unwind_GetCFA) frame_address;
};
Unwinder unwinder;

// The C library hides the pointers in a jump buffer: rotated, and combined with a word of the thread's own.
uint64_t stack_pointer_of(const CleanupBuffer& buffer) {
  uint64_t guard;
  asm("mov %%fs:0x30, %0" : "=r"(guard));
  uint64_t hidden = buffer.registers[6];
  return (hidden >> 17 | hidden << 47) ^ guard;
}

[[noreturn]] void enter_cleanup(CleanupBuffer& buffer) {
  REAL(longjmp)(reinterpret_cast<__jmp_buf_tag*>(&buffer), 1);
  __builtin_unreachable();
}

// The frame address that the unwinder shows is the callee's: the stack pointer in the frame it has come to.
_Unwind_Reason_Code stop_at_cleanup(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                    _Unwind_Context* context, void*) {
  Thread& self = current_thread();
  bool at_end = actions & _UA_END_OF_STACK;
  if (self.cleanup && (at_end || unwinder.frame_address(context) >= stack_pointer_of(*self.cleanup)))
    enter_cleanup(*self.cleanup);
  if (at_end) finish_thread(self.result);
  return _URC_NO_REASON;
}

void on_swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  finish_execution(Outcome::Abort,
                   "thread %u is being unwound by pthread_exit or cancellation, and a catch (...) does not rethrow",
                   current_thread().number);
}

[[noreturn]] void unwind(Thread& self) {
  if (unwinder.force) {
    auto* exception = reinterpret_cast<_Unwind_Exception*>(self.unwind_exception);
    memset(exception, 0, sizeof *exception);
    exception->exception_cleanup = on_swallowed;
    unwinder.force(exception, stop_at_cleanup, nullptr);
    finish_execution(Outcome::Abort, "the stack of thread %u cannot be unwound", self.number);
  }
  if (self.cleanup) enter_cleanup(*self.cleanup);
  finish_thread(self.result);
}

_Unwind_Reason_Code stop_at_once(_Unwind_Context*, void*) { return _URC_NORMAL_STOP; }

}  // namespace

void prepare_unwinding() {
  void* library = RTLD_DEFAULT;
  if (!dlsym(library, "_Unwind_ForcedUnwind")) {
    library = dlopen("libgcc_s.so.1", RTLD_NOW);
    if (!library) return;
  }
  unwinder.force = reinterpret_cast<decltype(unwinder.force)>(dlsym(library, "_Unwind_ForcedUnwind"));
  unwinder.frame_address = reinterpret_cast<decltype(unwinder.frame_address)>(dlsym(library, "_Unwind_GetCFA"));
  auto backtrace = reinterpret_cast<decltype(&_Unwind_Backtrace)>(dlsym(library, "_Unwind_Backtrace"));
  if (backtrace) backtrace(stop_at_once, nullptr);
}

void unwind_thread(void* result) {
  Thread& self = current_thread();
  self.result = result;
  self.cancelling = true;
  unwind(self);
}

}  // namespace selvage::runtime

using namespace selvage::runtime;

// What pthread_cleanup_push and _pop of C expand to.

SELVAGE_INTERCEPT void __pthread_register_cancel(__pthread_unwind_buf_t* place) {
  if (!modelling()) return REAL(__pthread_register_cancel)(place);
  auto* buffer = reinterpret_cast<CleanupBuffer*>(place);
  buffer->outer = current_thread().cleanup;
  current_thread().cleanup = buffer;
}

SELVAGE_INTERCEPT void __pthread_unregister_cancel(__pthread_unwind_buf_t* place) {
  if (!modelling()) return REAL(__pthread_unregister_cancel)(place);
  current_thread().cleanup = reinterpret_cast<CleanupBuffer*>(place)->outer;
}

SELVAGE_INTERCEPT void __pthread_register_cancel_defer(__pthread_unwind_buf_t* place) {
  if (!modelling()) return REAL(__pthread_register_cancel_defer)(place);
  Thread& self = current_thread();
  auto* buffer = reinterpret_cast<CleanupBuffer*>(place);
  buffer->outer = self.cleanup;
  buffer->cancel_type = self.cancel_type;
  self.cleanup = buffer;
  self.cancel_type = PTHREAD_CANCEL_DEFERRED;
}

SELVAGE_INTERCEPT void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* place) {
  if (!modelling()) return REAL(__pthread_unregister_cancel_restore)(place);
  auto* buffer = reinterpret_cast<CleanupBuffer*>(place);
  current_thread().cleanup = buffer->outer;
  pthread_setcanceltype(static_cast<int>(buffer->cancel_type), nullptr);
}

SELVAGE_INTERCEPT void __pthread_unwind_next(__pthread_unwind_buf_t* place) {
  if (!modelling()) REAL(__pthread_unwind_next)(place);
  Thread& self = current_thread();
  self.cleanup = reinterpret_cast<CleanupBuffer*>(place)->outer;
  unwind(self);
}
