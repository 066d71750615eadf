// Signals: the queue of those that were sent, delivery, default actions. Sending is in signal_sending.cpp, masks and
// actions in signal_actions.cpp, sigwait and its kin in signal_waits.cpp.
//
// Real faults (SIGSEGV of a bad access, SIGFPE, ...) never come here: they are findings even where the program has a
// handler for them (crash.cpp), since the handlers that programs install for faults report and end the program.
#include "runtime/signals.h"

#include <errno.h>
#include <string.h>
#include <ucontext.h>

#include "contract/hooks.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/identity.h"
#include "runtime/outcome.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/signal_queue.h"
#include "runtime/struck_waits.h"
#include "runtime/trace.h"

using Handler = void (*)(int, siginfo_t*, void*);

// The frame pointer leads back to the thread's own stack, for the unwinder too.
extern "C" void selvage_call_on_stack(int signal, siginfo_t* information, void* context, Handler handler,
                                      uint64_t stack_top);
asm(R"(
.text
.globl selvage_call_on_stack
.hidden selvage_call_on_stack
.type selvage_call_on_stack,@function
selvage_call_on_stack:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp,-16
  mov %rsp,%rbp
  .cfi_def_cfa_register %rbp
  and $-16,%r8
  mov %r8,%rsp
  call *%rcx
  leave
  .cfi_def_cfa %rsp,8
  ret
  .cfi_endproc
.size selvage_call_on_stack,.-selvage_call_on_stack
)");

namespace selvage::runtime {

namespace {

inline constexpr int kFirstQueuedSignal = 32;  // as the kernel counts; those below are pending once or not at all

bool ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

bool stops(int signal) { return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU; }

bool ignored(int signal) {
  uint64_t handler = model().signal_actions[signal].handler;
  if (handler == reinterpret_cast<uint64_t>(SIG_IGN)) return true;
  return handler == reinterpret_cast<uint64_t>(SIG_DFL) && ignored_by_default(signal);
}

Outcome outcome_of(int signal) {
  switch (signal) {
    case SIGABRT:
      return Outcome::Abort;
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
    case SIGSYS:
      return Outcome::Crash;
    default:
      return Outcome::Killed;
  }
}

[[noreturn]] void end_by(const QueuedSignal& signal) {
  if (host().snapshot_taken) host().record->signal = signal.signal;
  const char* name = sigabbrev_np(signal.signal);
  if (name)
    finish_execution(outcome_of(signal.signal), "thread %u is killed by SIG%s, which thread %u sent",
                     current_thread().number, name, signal.sender);
  finish_execution(outcome_of(signal.signal), "thread %u is killed by signal %u, which thread %u sent",
                   current_thread().number, signal.signal, signal.sender);
}

void take_default_action(const QueuedSignal& signal) {
  if (ignored_by_default(signal.signal)) return;
  if (stops(signal.signal)) unmodelled("for a stop signal's default action", "let the program handle or ignore it");
  end_by(signal);
}

bool lets_through(const Thread& t, int signal) {
  return t.state == ThreadState::Alive && !(t.signal_mask & signal_bit(signal));
}

bool has_handler(int signal) {
  uint64_t handler = model().signal_actions[signal].handler;
  return handler != reinterpret_cast<uint64_t>(SIG_DFL) && handler != reinterpret_cast<uint64_t>(SIG_IGN);
}

// The context has the mask that will be restored, and no registers.
void call_handler(const SignalAction& action, const QueuedSignal& signal, uint64_t restored_mask) {
  siginfo_t information;
  describe_signal(signal, information);
  ucontext_t context;
  memset(&context, 0, sizeof context);
  context.uc_sigmask.__val[0] = restored_mask;
  auto handler = reinterpret_cast<Handler>(action.handler);
  const Thread& self = current_thread();
  if ((action.flags & SA_ONSTACK) && self.signal_stack_size && !on_signal_stack(self))
    selvage_call_on_stack(signal.signal, &information, &context, handler,
                          self.signal_stack_base + self.signal_stack_size);
  else
    handler(signal.signal, &information, &context);
}

void act_on(const QueuedSignal& signal) {
  Thread& self = current_thread();
  SignalAction& registered = model().signal_actions[signal.signal];
  if (registered.handler == reinterpret_cast<uint64_t>(SIG_IGN)) return;
  if (registered.handler == reinterpret_cast<uint64_t>(SIG_DFL)) return take_default_action(signal);
  SignalAction action = registered;
  if (action.flags & SA_RESETHAND) registered = SignalAction{};
  uint64_t restored_mask = self.signal_mask;
  self.signal_mask |= action.mask;
  if (!(action.flags & SA_NODEFER)) self.signal_mask |= signal_bit(signal.signal);
  uint32_t call_site = selvage_call_site;
  call_handler(action, signal, restored_mask);
  selvage_call_site = call_site;
  step_before_mask();
  self.signal_mask = restored_mask;
  claim_process_signals();
}

// Waits that end with EINTR even where the handler has SA_RESTART. A futex wait is among them here: restarting it
// would compare the futex again, which the caller's loop does as well.
bool never_restarted(Operation operation) {
  return operation == Operation::Sleep || operation == Operation::SignalWait || operation == Operation::ChannelPoll ||
         operation == Operation::FutexResume;
}

// A handler will run, after which this wait is not restarted.
bool interrupts(int signal, Operation announced) {
  if (!has_handler(signal)) return false;
  return !(model().signal_actions[signal].flags & SA_RESTART) || never_restarted(announced);
}

uint64_t& pending_for(uint16_t target) {
  return target == kWholeProcess ? model().process_signals : thread(target).signals_pending;
}

// The oldest entry of a signal, or null where the queue was full when it was sent.
QueuedSignal* find_queued(uint16_t target, int signal) {
  for (uint32_t i = 0; i < model().queued_signal_count; i++) {
    QueuedSignal& entry = model().queued_signals[i];
    if (entry.target == target && entry.signal == signal) return &entry;
  }
  return nullptr;
}

QueuedSignal dequeue(uint16_t target, int signal) {
  Model& m = model();
  QueuedSignal taken{0, SI_USER, 0, target, static_cast<uint8_t>(signal)};
  if (QueuedSignal* entry = find_queued(target, signal)) {
    taken = *entry;
    QueuedSignal* end = m.queued_signals + m.queued_signal_count;
    memmove(entry, entry + 1, static_cast<size_t>(end - entry - 1) * sizeof *entry);
    m.queued_signal_count--;
  }
  if (!find_queued(target, signal)) pending_for(target) &= ~signal_bit(signal);
  return taken;
}

bool enqueue(const QueuedSignal& signal) {
  Model& m = model();
  uint64_t& pending = pending_for(signal.target);
  if (signal.signal < kFirstQueuedSignal && (pending & signal_bit(signal.signal))) return true;
  if (m.queued_signal_count == kMaxQueuedSignals && signal.code == SI_QUEUE) return false;
  if (m.queued_signal_count < kMaxQueuedSignals) m.queued_signals[m.queued_signal_count++] = signal;
  pending |= signal_bit(signal.signal);
  return true;
}

void hand_over(Thread& target) {
  Thread& self = current_thread();
  if (self.now > target.now) target.now = self.now;
  any_state_changed();
}

}  // namespace

Thread* receiver_of_process_signal(int signal, unsigned chosen) {
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    if (lets_through(thread(number), signal) && chosen-- == 0) return &thread(number);
  return nullptr;
}

unsigned kill_outcomes(const Thread& t) {
  auto signal = static_cast<int>(t.pending.value);
  if (!(t.pending.flags & kEventToProcess) || !has_handler(signal)) return 1;
  unsigned count = 0;
  for (uint32_t number = 0; number <= model().highest_thread; number++) count += lets_through(thread(number), signal);
  return count ? count : 1;
}

void note_process_signals() {
  if (exploring()) note_found(kProcessSignals);
}

uint8_t process_signal_flags() {
  if (model().process_signals) note_process_signals();
  return is_shared(kProcessSignals) ? kEventToProcess : 0;
}

void step_before_mask() {
  Thread& self = current_thread();
  if (process_signal_flags() == 0) return;
  announce(Announcement{.operation = Operation::SignalMask, .object = self.number, .flags = kEventToProcess});
}

bool post_signal(Thread* target, int signal, int code, uint64_t value) {
  QueuedSignal sent{value, code, current_thread().number, kWholeProcess, static_cast<uint8_t>(signal)};
  if (signal == SIGKILL) end_by(sent);
  if (signal == SIGSTOP) unmodelled("kill with SIGSTOP", "stopping and continuing processes is not explored");
  if (target && !(target->signal_mask & signal_bit(signal)) && ignored(signal)) return true;
  if (target) sent.target = target->number;
  if (!enqueue(sent)) return false;
  hand_over(target ? *target : current_thread());
  return true;
}

void discard_signal(int signal) {
  for (uint32_t number = 0; number <= model().highest_thread; number++)
    while (thread(number).signals_pending & signal_bit(signal)) dequeue(static_cast<uint16_t>(number), signal);
  while (model().process_signals & signal_bit(signal)) dequeue(kWholeProcess, signal);
}

void send_signal(Thread& target, int signal) {
  post_signal(&target, signal, SI_TKILL, 0);
  if (&target == &current_thread()) deliver_raised_signals();
}

void claim_process_signals() {
  Thread& self = current_thread();
  while (uint64_t claimed = model().process_signals & ~self.signal_mask) {
    QueuedSignal signal = dequeue(kWholeProcess, __builtin_ctzll(claimed) + 1);
    any_state_changed();
    if (ignored(signal.signal)) continue;
    signal.target = self.number;
    enqueue(signal);
  }
}

QueuedSignal take_signal(Thread& t, uint64_t set) {
  if (uint64_t own = t.signals_pending & set) return dequeue(t.number, __builtin_ctzll(own) + 1);
  uint64_t shared = model().process_signals & set;
  if (!shared) return QueuedSignal{};
  QueuedSignal taken = dequeue(kWholeProcess, __builtin_ctzll(shared) + 1);
  any_state_changed();  // others may have waited for the same one
  return taken;
}

void describe_signal(const QueuedSignal& signal, siginfo_t& information) {
  memset(&information, 0, sizeof information);
  information.si_signo = signal.signal;
  information.si_code = signal.code;
  information.si_pid = virtual_process_id();
  information.si_value.sival_ptr = reinterpret_cast<void*>(signal.value);
}

bool deliver_signal(const Pending& announced) {
  Thread& self = current_thread();
  QueuedSignal signal = take_signal(self, deliverable_signals(self));
  uint32_t site = self.pending.site;
  self.pending = Pending{Operation::SignalDeliver, 0, 0, 0, site, 0, self.number, signal.signal, 0};
  record_event(self);
  self.pending.operation = Operation::None;
  bool ends_wait = interrupts(signal.signal, announced.operation);
  // Whether it ends the wait depends on whether there is anything to wait for.
  if (ends_wait && interruptible(announced.operation)) look_at_wait(announced);
  bool outer = self.interrupted;
  self.interrupted = true;  // and so it stays where the handler jumps away, to be on the safe side
  act_on(signal);
  self.interrupted = outer;
  return ends_wait;
}

bool next_signal_interrupts(const Thread& t) {
  return interrupts(__builtin_ctzll(deliverable_signals(t)) + 1, t.pending.operation);
}

void deliver_raised_signals() {
  Thread& self = current_thread();
  while (uint64_t ready = deliverable_signals(self)) {
    announce(Operation::SignalDeliver, self.number, static_cast<uint64_t>(__builtin_ctzll(ready) + 1));
    QueuedSignal signal = take_signal(self, deliverable_signals(self));
    current_event().value = signal.signal;
    act_on(signal);
  }
}

}  // namespace selvage::runtime
