// The table is library_functions.def.
#include "instrument/pass/analysis/library_summaries.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>

namespace selvage::instrument {

using namespace llvm;

namespace {

using Action = LibraryAction;

struct Row {
  const char* name;
  LibrarySummary summary;
};

constexpr Row kRows[] = {
#include "instrument/pass/analysis/library_functions.def"
};

}  // namespace

const LibrarySummary* library_summary(StringRef name) {
  static const StringMap<const LibrarySummary*> table = [] {
    StringMap<const LibrarySummary*> result;
    for (const Row& row : kRows) result[row.name] = &row.summary;
    return result;
  }();
  return table.lookup(name);
}

LockCall lock_call(StringRef name) {
  return StringSwitch<LockCall>(name)
      .Cases("pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_wrlock", "mtx_lock", {LockAction::Acquire, 0})
      .Cases("pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", "mtx_trylock",
             "mtx_timedlock", {LockAction::TryAcquire, 0})
      .Cases("pthread_spin_trylock", "pthread_rwlock_trywrlock", "pthread_rwlock_timedwrlock",
             {LockAction::TryAcquire, 0})
      // For reading: it excludes writers only, so that it protects from nobody who holds it for reading too.
      .Cases("pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock",
             {LockAction::TryAcquire, 0})
      .Cases("pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock", "mtx_unlock",
             {LockAction::Release, 0})
      .Cases("pthread_mutex_destroy", "pthread_spin_destroy", "pthread_rwlock_destroy", "mtx_destroy",
             {LockAction::Release, 0})
      .Cases("pthread_mutex_init", "pthread_spin_init", "pthread_rwlock_init", "mtx_init", {LockAction::Release, 0})
      .Cases("pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait",
             {LockAction::Wait, 1})
      .Default({});
}

bool may_block(StringRef name) {
  static const StringSet<> others = {"sem_wait",
                                     "sem_timedwait",
                                     "sem_clockwait",
                                     "pthread_join",
                                     "_ZNSt6thread4joinEv",
                                     "pthread_barrier_wait",
                                     "pthread_once",
                                     "call_once",
                                     "thrd_join",
                                     "pthread_rwlock_rdlock",
                                     "pthread_rwlock_timedrdlock",
                                     "__cxa_guard_acquire",
                                     "flockfile",
                                     "pthread_timedjoin_np",
                                     "pthread_clockjoin_np"};
  const LockAction action = lock_call(name).action;
  return action == LockAction::Acquire || action == LockAction::TryAcquire || action == LockAction::Wait ||
         others.contains(name);
}

bool reports_failure(StringRef name) {
  static const StringSet<> names = {"__assert_fail",
                                    "__assert",
                                    "__assert_perror_fail",
                                    "__assert_rtn",
                                    "abort",
                                    "reach_error",
                                    "__VERIFIER_error",
                                    "_ZSt9terminatev",
                                    "__stack_chk_fail",
                                    "__chk_fail",
                                    "__cxa_pure_virtual",
                                    "raise",
                                    "kill"};
  return names.contains(name);
}

bool ends_thread(StringRef name) {
  static const StringSet<> names = {"exit",      "_exit",   "_Exit",      "quick_exit",    "pthread_exit",
                                    "thrd_exit", "longjmp", "siglongjmp", "__longjmp_chk", "err",
                                    "errx",      "verr",    "verrx"};
  return names.contains(name);
}

bool strikes_threads(StringRef name) {
  static const StringSet<> names = {"raise",
                                    "kill",
                                    "killpg",
                                    "tgkill",
                                    "tkill",
                                    "gsignal",
                                    "sigqueue",
                                    "pthread_kill",
                                    "pthread_sigqueue",
                                    "alarm",
                                    "ualarm",
                                    "setitimer",
                                    "timer_create",
                                    "timer_settime",
                                    "signal",
                                    "__sysv_signal",
                                    "bsd_signal",
                                    "ssignal",
                                    "sigset",
                                    "sighold",
                                    "sigrelse",
                                    "sigignore",
                                    "sigaction",
                                    "siginterrupt",
                                    "sigprocmask",
                                    "pthread_sigmask",
                                    "pause",
                                    "sigsuspend",
                                    "sigwait",
                                    "sigwaitinfo",
                                    "sigtimedwait",
                                    "sigpending",
                                    "pthread_cancel",
                                    "pthread_setcancelstate",
                                    "pthread_setcanceltype",
                                    "pthread_testcancel"};
  return names.contains(name);
}

bool writes_output(StringRef name) {
  static const StringSet<> names = {
      "printf", "vprintf",      "fprintf",       "vfprintf",      "puts",           "fputs",    "putchar", "fputc",
      "putc",   "fwrite",       "write",         "pwrite",        "dprintf",        "vdprintf", "perror",  "send",
      "fflush", "__printf_chk", "__fprintf_chk", "__vprintf_chk", "__vfprintf_chk", "warn",     "warnx",   "err",
      "errx",   "exit",         "_exit",         "_Exit",         "quick_exit"};
  return names.contains(name);
}

}  // namespace selvage::instrument
