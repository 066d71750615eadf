// sigsetjmp and siglongjmp: the signal mask that they save and restore is the model's. The C library saves the
// kernel's, one word, into a place of sixteen; the model's goes into the second.
#include <setjmp.h>

#include "runtime/host.h"
#include "runtime/real.h"
#include "runtime/signal_queue.h"

namespace selvage::runtime {

namespace {

inline constexpr unsigned kModelMask = 1;

// Before the jump: what it leaves behind is over, and the mask is as it was.
void prepare_jump(const __jmp_buf_tag* buffer) {
  if (!modelling()) return;
  Thread& self = current_thread();
  self.interrupted_wait = 0;
  if (!buffer->__mask_was_saved) return;
  step_before_mask();
  self.signal_mask = buffer->__saved_mask.__val[kModelMask];
  claim_process_signals();
  deliver_raised_signals();
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

// Buffers of pthread_cleanup_push are shorter and never save a mask.
extern "C" __attribute__((visibility("hidden"), used)) void* selvage_before_sigsetjmp(__jmp_buf_tag* buffer,
                                                                                      int save_mask) {
  if (modelling() && save_mask) buffer->__saved_mask.__val[kModelMask] = current_thread().signal_mask;
  return reinterpret_cast<void*>(REAL(__sigsetjmp));
}
// The real function returns twice, the second time when this frame is gone: so it gets the caller's own frame.
asm(R"(
.section selvage_text,"ax",@progbits
.weak __sigsetjmp
.type __sigsetjmp,@function
__sigsetjmp:
  .cfi_startproc
  push %rdi
  .cfi_adjust_cfa_offset 8
  push %rsi
  .cfi_adjust_cfa_offset 8
  sub $8,%rsp
  .cfi_adjust_cfa_offset 8
  call selvage_before_sigsetjmp
  add $8,%rsp
  .cfi_adjust_cfa_offset -8
  pop %rsi
  .cfi_adjust_cfa_offset -8
  pop %rdi
  .cfi_adjust_cfa_offset -8
  jmp *%rax
  .cfi_endproc
.size __sigsetjmp,.-__sigsetjmp
.text
)");

#define SELVAGE_JUMP(name)                                          \
  SELVAGE_INTERCEPT void name(__jmp_buf_tag buffer[1], int value) { \
    prepare_jump(buffer);                                           \
    REAL(name)(buffer, value);                                      \
    __builtin_unreachable();                                        \
  }
SELVAGE_JUMP(longjmp)
SELVAGE_JUMP(_longjmp)
SELVAGE_JUMP(siglongjmp)
SELVAGE_JUMP(__longjmp_chk)
#undef SELVAGE_JUMP
