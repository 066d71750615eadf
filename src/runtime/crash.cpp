#include "runtime/crash.h"

#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

inline constexpr int kWatchdogSignal = 34;  // SIGRTMIN as the kernel counts, plus what the C library keeps

// The kernel's own structure: the C library's differs.
struct KernelSigaction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  unsigned long mask;
};

extern "C" void selvage_sigaction_return();
// Debuggers know a signal's frame by exactly these instructions, in a function with such a name.
asm(R"(
.section selvage_text,"ax",@progbits
.globl selvage_sigaction_return
.hidden selvage_sigaction_return
.type selvage_sigaction_return,@function
selvage_sigaction_return:
  mov $15,%rax
  syscall
.text
)");

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    case SIGABRT:
      return "SIGABRT";
    case SIGTRAP:
      return "SIGTRAP";
    case SIGSYS:
      return "SIGSYS";
    default:
      return "a signal";
  }
}

CrashPlace place_of(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  return {static_cast<uint64_t>(registers[REG_RIP]), static_cast<uint64_t>(registers[REG_RBP]),
          static_cast<uint64_t>(registers[REG_RSP])};
}

// The explorer signals the process that it started; what has to hear it may be that process's child, or another of
// its threads than the one that the kernel picked.
bool forward_watchdog() {
  if (host().child_process) {
    system_call(SYS_kill, host().child_process, kWatchdogSignal);
    return true;
  }
  int32_t runs = current_thread().os_thread_id;
  if (host().configuration.carrier != Carrier::OsThreads || runs == system_call(SYS_gettid)) return false;
  system_call(SYS_tgkill, system_call(SYS_getpid), runs, kWatchdogSignal);
  return true;
}

void on_watchdog(int, siginfo_t*, void* context) {
  if (forward_watchdog()) return;
  finish_crashed(Outcome::Stuck, 0, 0, place_of(*static_cast<ucontext_t*>(context)),
                 "thread %u runs without a visible operation", current_thread().number);
}

bool overflows_stack(uint64_t address) {
  const Thread& self = current_thread();
  return address < self.stack_low && address >= address::kStacks + self.number * address::kStackSlotSize;
}

void on_fatal_signal(int signal, siginfo_t* info, void* context) {
  auto fault = reinterpret_cast<uint64_t>(info->si_addr);
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && first_write(fault)) return;
  CrashPlace place = place_of(*static_cast<ucontext_t*>(context));
  unsigned number = current_thread().number;
  if (signal == SIGABRT) finish_crashed(Outcome::Abort, signal, 0, place, "thread %u aborts", number);
  if (signal == SIGSEGV && overflows_stack(fault)) finish_overflowed_stack(signal, fault, place);
  if (signal == SIGSEGV && info->si_code == SI_KERNEL)
    finish_crashed(Outcome::Crash, signal, 0, place, "thread %u uses an address that is none (SIGSEGV)", number);
  if (signal == SIGSEGV || signal == SIGBUS)
    finish_crashed(Outcome::Crash, signal, fault, place, "thread %u accesses %p, which it must not (%s)", number,
                   info->si_addr, name_of(signal));
  finish_crashed(Outcome::Crash, signal, fault, place, "thread %u crashes with %s", number, name_of(signal));
}

void install(int signal, void (*handler)(int, siginfo_t*, void*)) {
  KernelSigaction action{handler, SA_SIGINFO | SA_ONSTACK | SA_NODEFER | 0x04000000 /* SA_RESTORER */,
                         selvage_sigaction_return, 0};
  system_call(SYS_rt_sigaction, signal, word(&action), 0, 8);
}

}  // namespace

void install_signal_handlers() {
  stack_t stack{};
  stack.ss_sp = reinterpret_cast<void*>(kSignalStack);
  stack.ss_size = kSignalStackSize;
  system_call(SYS_sigaltstack, word(&stack), 0);
  static constexpr int kFatalSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  for (int signal : kFatalSignals) install(signal, on_fatal_signal);
  install(kWatchdogSignal, on_watchdog);
  uint64_t none = 0;
  system_call(SYS_rt_sigprocmask, SIG_SETMASK, word(&none), 0, 8);
}

}  // namespace selvage::runtime
