// Calls that are refused whatever their arguments (refused_calls.def): by name and place, and with nothing done.
//
// Each is a stub that keeps the arguments where they are and jumps on to the C library's function, if the program runs as an
// ordinary one. So neither signatures nor headers are needed.
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

inline constexpr const char* kUseThreads =
    "it would still be there in the next execution; threads of one process can use sem_init or a mutex";
inline constexpr const char* kUseMemory =
    "it would still be there in the next execution; threads of one process share their memory anyway";
inline constexpr const char* kUsePipe =
    "it would still be there in the next execution; use a pipe or a socket pair inside the program";
inline constexpr const char* kOpenByName = "open the file by its name";
inline constexpr const char* kReadAndWrite = "use read and write in a thread of the program";
inline constexpr const char* kLeaveOut = "what it does could not be put back; leave it out of the test";
inline constexpr const char* kBeforeThreads =
    "what it does could not be put back; call it before the first thread is created, or leave it out of the test";

struct RefusedCall {
  const char* name;
  const char* advice;
  bool only_later;
};

constexpr RefusedCall kRefusedCalls[] = {
#define SELVAGE_REFUSED(name, advice) {#name, advice, false},
#define SELVAGE_REFUSED_LATER(name, advice) {#name, advice, true},
#include "runtime/refused_calls.def"
#undef SELVAGE_REFUSED
#undef SELVAGE_REFUSED_LATER
};

int not_there() {
  errno = ENOSYS;
  return -1;
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

// Where a stub goes on, if at all.
extern "C" __attribute__((visibility("hidden"), used)) void* selvage_refused_target(const char* name) {
  for (const RefusedCall& call : kRefusedCalls)
    if (strcmp(call.name, name) == 0 && (call.only_later ? exploring() : modelling()))
      unmodelled(call.name, call.advice);
  void* function = look_up_real(name);
  return function ? function : reinterpret_cast<void*>(&not_there);
}

// Seven words on the stack: so it is aligned for the call.
asm(R"(
.macro selvage_refused name
.pushsection .rodata.selvage_refused,"a",@progbits
1:
.asciz "\name"
.popsection
.pushsection selvage_text,"ax",@progbits
.weak \name
.type \name,@function
\name:
  .cfi_startproc
  push %rdi
  .cfi_adjust_cfa_offset 8
  push %rsi
  .cfi_adjust_cfa_offset 8
  push %rdx
  .cfi_adjust_cfa_offset 8
  push %rcx
  .cfi_adjust_cfa_offset 8
  push %r8
  .cfi_adjust_cfa_offset 8
  push %r9
  .cfi_adjust_cfa_offset 8
  push %rax
  .cfi_adjust_cfa_offset 8
  lea 1b(%rip),%rdi
  call selvage_refused_target
  mov %rax,%r11
  pop %rax
  .cfi_adjust_cfa_offset -8
  pop %r9
  .cfi_adjust_cfa_offset -8
  pop %r8
  .cfi_adjust_cfa_offset -8
  pop %rcx
  .cfi_adjust_cfa_offset -8
  pop %rdx
  .cfi_adjust_cfa_offset -8
  pop %rsi
  .cfi_adjust_cfa_offset -8
  pop %rdi
  .cfi_adjust_cfa_offset -8
  jmp *%r11
  .cfi_endproc
.size \name,.-\name
.popsection
.endm
)");
#define SELVAGE_REFUSED(name, advice) asm("selvage_refused " #name);
#define SELVAGE_REFUSED_LATER(name, advice) asm("selvage_refused " #name);
#include "runtime/refused_calls.def"
#undef SELVAGE_REFUSED
#undef SELVAGE_REFUSED_LATER
