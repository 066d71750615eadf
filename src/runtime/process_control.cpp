// prctl: thread names are the model's; options that only ask are passed on, and so are some that change the process, before its
// first thread; all others are refused.
#include <stdarg.h>
#include <sys/prctl.h>

#include "runtime/host.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/real.h"

namespace selvage::runtime {

namespace {

// A change that the next execution would meet.
int change_process(int option, int asking, long value) {
  if (exploring()) {
    if (REAL(prctl)(asking, 0, 0, 0, 0) == value) return 0;
    unmodelled("prctl with this option", "call it before the first thread is created, or leave it out of the test");
  }
  return REAL(prctl)(option, value, 0, 0, 0);
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long);
  va_end(list);
  if (!modelling()) return REAL(prctl)(option, a, b, c, d);
  char* name = current_thread().name;
  constexpr size_t kNameSize = sizeof Thread::name;
  switch (option) {
    case PR_SET_NAME:
      strncpy(name, reinterpret_cast<const char*>(a), kNameSize - 1);
      name[kNameSize - 1] = 0;
      return 0;
    case PR_GET_NAME:
      memcpy(reinterpret_cast<char*>(a), name, kNameSize);
      return 0;
    case PR_SET_DUMPABLE:
      return change_process(option, PR_GET_DUMPABLE, a);
    case PR_SET_TIMERSLACK:
      return change_process(option, PR_GET_TIMERSLACK, a);
    case PR_SET_NO_NEW_PRIVS:
      return change_process(option, PR_GET_NO_NEW_PRIVS, a);
    case PR_GET_DUMPABLE:
    case PR_SET_PTRACER:
    case PR_GET_TIMERSLACK:
    case PR_GET_KEEPCAPS:
    case PR_GET_SECCOMP:
    case PR_CAPBSET_READ:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_THP_DISABLE:
      return REAL(prctl)(option, a, b, c, d);
    case PR_SET_PDEATHSIG:
      return 0;  // the parent is the explorer, which ends the process anyway
    default:
      unmodelled("prctl with this option", "leave it out of the test; only thread names are modelled");
  }
}
