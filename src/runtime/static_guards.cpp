// Function-local statics of C++: the guard functions of the Itanium ABI. Compiled code reads the first byte of the
// guard by itself and calls here only while it is 0.
#include <linux/futex.h>

#include "runtime/host.h"
#include "runtime/once.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

void finish_done(void* guard) { *static_cast<char*>(guard) = 1; }
void finish_abandoned(void* guard) { *static_cast<char*>(guard) = 0; }

bool is_done(const uint64_t* guard) { return *reinterpret_cast<const volatile char*>(guard) != 0; }

// What compiled code that reads the first byte finds is a matter of scheduling, and orders what comes after it.
void set_done(uint64_t* guard) {
  announce_access(Operation::AtomicStore, guard, 1, 1, selvage_call_site, kEventRelease);
  finish_done(guard);
}

// Without the explorer. The C++ library's version cannot be asked for: it may be linked statically, and is then not
// there at all. The protocol is its own, word for word, so that guards can be shared with code that kept a copy.
inline constexpr int kGuardDone = 1;
inline constexpr int kGuardPending = 1 << 8;
inline constexpr int kGuardWaiting = 1 << 16;

bool acquire_natively(int* guard) {
  for (;;) {
    int found = 0;
    if (__atomic_compare_exchange_n(guard, &found, kGuardPending, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return true;
    if (found == kGuardDone) return false;
    if (found == kGuardPending) {
      int waiting = found | kGuardWaiting;
      if (!__atomic_compare_exchange_n(guard, &found, waiting, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        if (found == kGuardDone) return false;
        if (found == 0) continue;
      }
      found = waiting;
    }
    system_call(SYS_futex, word(guard), FUTEX_WAIT, found);
  }
}

void leave_natively(int* guard, int state) {
  if (__atomic_exchange_n(guard, state, __ATOMIC_ACQ_REL) & kGuardWaiting)
    system_call(SYS_futex, word(guard), FUTEX_WAKE, INT32_MAX);
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage::runtime;

SELVAGE_INTERCEPT int __cxa_guard_acquire(uint64_t* guard) {
  if (!modelling()) return is_done(guard) ? 0 : acquire_natively(reinterpret_cast<int*>(guard));
  // Done before the model began.
  if (is_done(guard) && !find_object(guard, selvage::ObjectKind::Once)) return 0;
  Object& once = begin_once(guard);
  if (is_done(guard)) return 0;
  hold_once(once);
  return 1;
}

SELVAGE_INTERCEPT void __cxa_guard_release(uint64_t* guard) {
  if (!modelling()) return leave_natively(reinterpret_cast<int*>(guard), kGuardDone);
  set_done(guard);
  end_once(guard, true, finish_done);
}

SELVAGE_INTERCEPT void __cxa_guard_abort(uint64_t* guard) {
  if (modelling())
    end_once(guard, false, finish_abandoned);
  else
    leave_natively(reinterpret_cast<int*>(guard), 0);
}
