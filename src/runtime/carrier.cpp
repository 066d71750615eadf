#include "runtime/carrier.h"

#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "runtime/executor.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/system.h"
#include "runtime/text.h"

// A context is a stack pointer; callee-saved registers and the floating-point control words lie on the stack above it.
asm(R"(
.section selvage_text,"ax",@progbits
.globl selvage_switch
.hidden selvage_switch
.type selvage_switch,@function
selvage_switch:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  push $0
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  mov (%rsp),%eax
  mov 4(%rsp),%ecx
  mov %rsp,(%rdi)
  mov %rsi,%rsp
  cmp %eax,(%rsp)         # loading the control words is dear, and they hardly ever differ
  jne selvage_resume
  cmp %ecx,4(%rsp)        # one load for both would have to wait for the two stores
  je selvage_resume_registers
selvage_resume:
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
selvage_resume_registers:
  add $8,%rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size selvage_switch,.-selvage_switch

# clone whose child continues in a prepared context: (flags, context, storage base) -> thread id or -errno
.globl selvage_clone_into
.hidden selvage_clone_into
.type selvage_clone_into,@function
selvage_clone_into:
  mov %rdx,%r8
  xor %edx,%edx
  xor %r10d,%r10d
  mov $56,%eax
  syscall
  test %rax,%rax
  jz selvage_resume
  ret
.size selvage_clone_into,.-selvage_clone_into
.text
)");

extern "C" void selvage_switch(void** save, void* load);
extern "C" long selvage_clone_into(long flags, void* context, uint64_t storage_base);

namespace selvage::runtime {

namespace {

struct InitialContext {
  uint32_t mxcsr;
  uint32_t x87_control;
  uint64_t registers[6];
  void (*entry)();
  uint64_t alignment;
};

void* initial_context(uint64_t stack_top, void (*entry)()) {
  auto* context = reinterpret_cast<InitialContext*>((stack_top & ~uint64_t{15}) - sizeof(InitialContext));
  *context = InitialContext{0x1f80, 0x37f, {}, entry, 0};
  return context;
}

bool os_threads() { return host().configuration.carrier == Carrier::OsThreads; }

// Each OS thread wants its own signal stack; the main one uses the host's.
void install_signal_stack() {
  long stack = system_call(SYS_mmap, 0, kSignalStackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t description{};
  description.ss_sp = reinterpret_cast<void*>(stack);
  description.ss_size = kSignalStackSize;
  system_call(SYS_sigaltstack, word(&description), 0);
}

// As reports call it, for debuggers.
void name_os_thread() {
  if (!(host().flags & kStandAtEnd)) return;
  unsigned number = current_thread().number;
  char name[16];
  Text(name, sizeof name).add(number == 0 ? "main" : "thread %u", number);
  system_call(SYS_prctl, PR_SET_NAME, word(name));
}

void note_os_thread() {
  current_thread().os_thread_id = static_cast<int32_t>(system_call(SYS_gettid));
  name_os_thread();
}

void pass_baton(Thread& next) {
  if (!next.os_thread_started && next.number != 0) {
    next.os_thread_started = true;
    long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS;
    long result = selvage_clone_into(flags, next.stack_pointer, next.storage_base);
    if (result < 0) fail_run(4, "an OS thread could not be created (errno %d)", static_cast<int>(-result));
    return;
  }
  __atomic_store_n(&next.baton, 1, __ATOMIC_RELEASE);
  futex_wake(&next.baton, 1);
}

void await_baton(Thread& self) {
  futex_wait(&self.baton, 0);
  __atomic_store_n(&self.baton, 0, __ATOMIC_RELAXED);
}

// The stack pointer is noted as with fibers, for whoever looks for pointers on the stack.
[[gnu::noinline]] void hand_over(Thread& self, Thread& next) {
  __builtin_unwind_init();
  self.stack_pointer = static_cast<char*>(__builtin_frame_address(0)) - kSavedRegistersSize;
  pass_baton(next);
  await_baton(self);
}

}  // namespace

void prepare_thread(Thread& t) {
  note_running(t.number);
  t.stack_pointer = initial_context(t.stack_high, [] {
    if (os_threads()) {
      install_signal_stack();
      note_os_thread();
    }
    thread_entry();
  });
}

void switch_to(Thread& next) {
  Thread& self = current_thread();
  model().current = &next;
  host().control->current_thread = next.number;
  note_running(next.number);
  if (os_threads()) {
    hand_over(self, next);
    return;
  }
  set_storage_base(next.storage_base);
  selvage_switch(&self.stack_pointer, next.stack_pointer);
}

void switch_away(Thread& next) {
  model().current = &next;
  host().control->current_thread = next.number;
  note_running(next.number);
  if (os_threads()) {
    pass_baton(next);
    for (;;) system_call(SYS_exit, 0);
  }
  set_storage_base(next.storage_base);
  void* discarded;
  selvage_switch(&discarded, next.stack_pointer);
  __builtin_unreachable();
}

void enter_threads() {
  Thread& t = current_thread();
  host().control->current_thread = t.number;
  note_running(t.number);
  if (os_threads()) note_os_thread();
  set_storage_base(t.number == 0 ? host().main_thread_base : t.storage_base);
  selvage_switch(&host().stack_pointer, t.stack_pointer);
}

void stop_at(StoppedAt place) {
  host().stopped = place;
  set_storage_base(host().main_thread_base);
  selvage_switch(&current_thread().stack_pointer, host().stack_pointer);
}

void leave_threads() {
  if (host().configuration.restart == Restart::Fork)
    for (;;)
      system_call(SYS_exit_group,
                  host().ended == kEndedNormally ? 0 : kRetryExitCode + static_cast<int>(host().ended - kEndedRetry));
  set_storage_base(host().main_thread_base);
  void* discarded;
  selvage_switch(&discarded, host().stack_pointer);
  __builtin_unreachable();
}

void park_main_and_run_host() {
  selvage_switch(&thread(0).stack_pointer, initial_context(kHostStack + kHostStackSize, run_host));
}

}  // namespace selvage::runtime
