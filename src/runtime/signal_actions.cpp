// What a signal does and which signals a thread blocks: sigaction, signal and its older relatives, masks, sigaltstack.
#include <sys/signalfd.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/signal_queue.h"

namespace selvage::runtime {

namespace {

int fail(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

template <typename T>
uint64_t as_word(T function) {
  return reinterpret_cast<uint64_t>(function);
}

bool has_action(int signal) { return valid_signal(signal) && signal != SIGKILL && signal != SIGSTOP; }

SignalAction replace_action(int signal, const SignalAction* action) {
  announce(Operation::SignalAction, 0, static_cast<uint64_t>(signal));
  SignalAction& registered = model().signal_actions[signal];
  SignalAction old = registered;
  if (action) {
    registered = *action;
    registered.mask &= ~kNeverBlocked;
    if (registered.handler == as_word(SIG_IGN)) discard_signal(signal);
  }
  return old;
}

// signal() in its several flavours: returns the old handler.
sighandler_t replace_handler(int signal, sighandler_t handler, int flags) {
  if (!has_action(signal) || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  SignalAction action{as_word(handler), 0, flags};
  return reinterpret_cast<sighandler_t>(replace_action(signal, &action).handler);
}

int bsd_flags(int signal) {
  return has_action(signal) && (model().interrupting_signals & signal_bit(signal)) ? 0 : SA_RESTART;
}

// Reads or changes the current thread's mask; returns the old one.
uint64_t exchange_mask(int how, const uint64_t* change) {
  Thread& self = current_thread();
  announce(Announcement{.operation = Operation::SignalMask, .object = self.number, .flags = process_signal_flags()});
  uint64_t old = self.signal_mask;
  if (!change) return old;
  if (how == SIG_BLOCK) self.signal_mask |= *change;
  if (how == SIG_UNBLOCK) self.signal_mask &= ~*change;
  if (how == SIG_SETMASK) self.signal_mask = *change;
  self.signal_mask &= ~kNeverBlocked;
  claim_process_signals();
  deliver_raised_signals();
  return old;
}

int change_mask(int how, const sigset_t* change, sigset_t* old) {
  if (change && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  uint64_t bits = change ? change->__val[0] : 0;
  uint64_t before = exchange_mask(how, change ? &bits : nullptr);
  if (old) old->__val[0] = before;
  return 0;
}

int block_one(int how, int signal) {
  if (!valid_signal(signal)) return fail(EINVAL);
  uint64_t bit = signal_bit(signal);
  exchange_mask(how, &bit);
  return 0;
}

// The masks of BSD hold the first 32 signals.
int change_old_mask(int how, int bits) {
  uint64_t change = static_cast<unsigned>(bits);
  return static_cast<int>(exchange_mask(how, &change));
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  if (!modelling()) return REAL(sigaction)(signal, action, old);
  if (!valid_signal(signal) || (action && !has_action(signal))) return fail(EINVAL);
  SignalAction change{};
  if (action) change = SignalAction{as_word(action->sa_sigaction), action->sa_mask.__val[0], action->sa_flags};
  SignalAction before = replace_action(signal, action ? &change : nullptr);
  if (old) {
    memset(old, 0, sizeof *old);
    old->sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t*, void*)>(before.handler);
    old->sa_mask.__val[0] = before.mask;
    old->sa_flags = before.flags;
  }
  return 0;
}

SELVAGE_INTERCEPT sighandler_t signal(int number, sighandler_t handler) {
  if (!modelling()) return REAL(signal)(number, handler);
  return replace_handler(number, handler, bsd_flags(number));
}

SELVAGE_INTERCEPT sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }
SELVAGE_INTERCEPT sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }

SELVAGE_INTERCEPT sighandler_t __sysv_signal(int number, sighandler_t handler) {
  if (!modelling()) return REAL(__sysv_signal)(number, handler);
  return replace_handler(number, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}

SELVAGE_INTERCEPT sighandler_t sysv_signal(int number, sighandler_t handler) { return __sysv_signal(number, handler); }

SELVAGE_INTERCEPT sighandler_t sigset(int number, sighandler_t disposition) {
  if (!modelling()) return REAL(sigset)(number, disposition);
  if (!has_action(number)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  uint64_t bit = signal_bit(number);
  if (disposition == SIG_HOLD) {
    if (exchange_mask(SIG_BLOCK, &bit) & bit) return SIG_HOLD;
    return reinterpret_cast<sighandler_t>(replace_action(number, nullptr).handler);
  }
  sighandler_t old = replace_handler(number, disposition, 0);
  return exchange_mask(SIG_UNBLOCK, &bit) & bit ? SIG_HOLD : old;
}

SELVAGE_INTERCEPT int siginterrupt(int number, int interrupts) {
  if (!modelling()) return REAL(siginterrupt)(number, interrupts);
  if (!has_action(number)) return fail(EINVAL);
  SignalAction action = replace_action(number, nullptr);
  if (interrupts) {
    model().interrupting_signals |= signal_bit(number);
    action.flags &= ~SA_RESTART;
  } else {
    model().interrupting_signals &= ~signal_bit(number);
    action.flags |= SA_RESTART;
  }
  model().signal_actions[number] = action;
  return 0;
}

SELVAGE_INTERCEPT int pthread_sigmask(int how, const sigset_t* change, sigset_t* old) {
  if (!modelling()) return REAL(pthread_sigmask)(how, change, old);
  return change_mask(how, change, old);
}

SELVAGE_INTERCEPT int sigprocmask(int how, const sigset_t* change, sigset_t* old) {
  if (!modelling()) return REAL(sigprocmask)(how, change, old);
  return fail(change_mask(how, change, old));
}

SELVAGE_INTERCEPT int sigpending(sigset_t* set) {
  if (!modelling()) return REAL(sigpending)(set);
  Thread& self = current_thread();
  announce(Announcement{.operation = Operation::SignalMask, .object = self.number, .flags = process_signal_flags()});
  set->__val[0] = (self.signals_pending | model().process_signals) & self.signal_mask;
  return 0;
}

SELVAGE_INTERCEPT int sighold(int number) { return modelling() ? block_one(SIG_BLOCK, number) : REAL(sighold)(number); }
SELVAGE_INTERCEPT int sigrelse(int number) {
  return modelling() ? block_one(SIG_UNBLOCK, number) : REAL(sigrelse)(number);
}

SELVAGE_INTERCEPT int sigignore(int number) {
  if (!modelling()) return REAL(sigignore)(number);
  return replace_handler(number, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

SELVAGE_INTERCEPT int sigblock(int mask) {
  return modelling() ? change_old_mask(SIG_BLOCK, mask) : REAL(sigblock)(mask);
}
SELVAGE_INTERCEPT int sigsetmask(int mask) {
  return modelling() ? change_old_mask(SIG_SETMASK, mask) : REAL(sigsetmask)(mask);
}
SELVAGE_INTERCEPT int siggetmask() { return modelling() ? change_old_mask(SIG_BLOCK, 0) : REAL(siggetmask)(); }

SELVAGE_INTERCEPT int sigaltstack(const stack_t* stack, stack_t* old) {
  if (!modelling()) return REAL(sigaltstack)(stack, old);
  Thread& self = current_thread();
  stack_t before{};
  before.ss_sp = reinterpret_cast<void*>(self.signal_stack_base);
  before.ss_size = self.signal_stack_size;
  before.ss_flags = self.signal_stack_size ? on_signal_stack(self) ? SS_ONSTACK : 0 : SS_DISABLE;
  if (stack) {
    if (on_signal_stack(self)) return fail(EPERM);
    if (stack->ss_flags & ~(SS_DISABLE | SS_ONSTACK | static_cast<int>(1u << 31) /* SS_AUTODISARM */))
      return fail(EINVAL);
    bool disabled = stack->ss_flags & SS_DISABLE;
    if (!disabled && stack->ss_size < 2048 /* MINSIGSTKSZ */) return fail(ENOMEM);
    self.signal_stack_base = disabled ? 0 : reinterpret_cast<uint64_t>(stack->ss_sp);
    self.signal_stack_size = disabled ? 0 : stack->ss_size;
  }
  if (old) *old = before;
  return 0;
}

SELVAGE_INTERCEPT int signalfd(int descriptor, const sigset_t* set, int flags) {
  if (!modelling()) return REAL(signalfd)(descriptor, set, flags);
  unmodelled("signalfd", "wait for the signals with sigwaitinfo in a thread of the program");
}
