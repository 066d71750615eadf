// syscall(): the C library's way to system calls it has no function for. Libraries wait on futexes through it, and allocators
// make others in order not to depend on the C library. Calls that the model knows under another name go there; a few that only
// ask are passed on (system_calls.def); all others are named and refused, for they would act behind the model's back.
#include <linux/membarrier.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/random.h>

#include "runtime/futex.h"
#include "runtime/host.h"
#include "runtime/identity.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/system.h"
#include "runtime/text.h"

namespace selvage::runtime {

namespace {

struct Arguments {
  long a, b, c, d, e, f;
};

template <typename T>
T* pointer(long value) {
  return reinterpret_cast<T*>(value);
}

// From a negative error number to errno.
long finish(long result) {
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

long call_futex(const Arguments& x) {
  return model_futex(FutexCall{pointer<uint32_t>(x.a), static_cast<int>(x.b), static_cast<uint32_t>(x.c),
                               pointer<const timespec>(x.d), pointer<uint32_t>(x.e), static_cast<uint32_t>(x.f)});
}

// Every explored execution is sequentially consistent, so a barrier has nothing to do but be seen.
long call_membarrier(long command) {
  if (command == MEMBARRIER_CMD_QUERY)
    return MEMBARRIER_CMD_GLOBAL | MEMBARRIER_CMD_GLOBAL_EXPEDITED | MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED |
           MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED;
  announce(Operation::Fence);
  return 0;
}

long call_sched_getaffinity(const Arguments& x) {
  auto size = static_cast<size_t>(x.b);
  if (size % sizeof(long)) return finish(-EINVAL);
  if (sched_getaffinity(static_cast<pid_t>(x.a), size, pointer<cpu_set_t>(x.c)) != 0) return -1;
  return static_cast<long>(size < sizeof(cpu_set_t) ? size : sizeof(cpu_set_t));
}

long call_tgkill(pid_t process, pid_t id, int signal) {
  Thread* target = id > 0 && process == virtual_process_id() ? thread_by_id(id) : nullptr;
  return finish(target ? -pthread_kill(target->storage_base, signal) : -ESRCH);
}

// The system call returns how long the name is.
long length_of_directory(char* buffer, size_t size) {
  return getcwd(buffer, size) == nullptr ? -1 : static_cast<long>(strlen(buffer) + 1);
}

// The kernel's is never negative.
long call_getpriority(const Arguments& x) {
  errno = 0;
  int priority = getpriority(static_cast<__priority_which_t>(x.a), static_cast<id_t>(x.b));
  return priority == -1 && errno != 0 ? -1 : 20 - priority;
}

[[noreturn]] void refuse(const char* name) {
  unmodelled(name, "use the C library's function for it, or leave it out of the test");
}

[[noreturn]] void refuse(long number) {
  char name[64];
  Text(name, sizeof name).add("syscall(%d)", static_cast<int>(number));
  refuse(name);
}

// What a function of the C library takes in its place.
struct Argument {
  long value;

  template <typename T>
  operator T*() const {
    return reinterpret_cast<T*>(value);
  }
  template <typename T>
    requires __is_integral
  (T) operator T() const {
    return static_cast<T>(value);
  }
  template <typename T>
    requires __is_enum
  (T) operator T() const {
    return static_cast<T>(value);
  }
};

long dispatch(long number, const Arguments& x) {
  Argument a{x.a}, b{x.b}, c{x.c}, d{x.d}, e{x.e}, f{x.f};
  switch (number) {
#define SELVAGE_MODELLED(name, call) \
  case SYS_##name:                   \
    return call;
#define SELVAGE_HARMLESS(name) \
  case SYS_##name:             \
    return REAL(syscall)(number, x.a, x.b, x.c, x.d, x.e, x.f);
#define SELVAGE_REFUSED(name) \
  case SYS_##name:            \
    refuse("syscall(SYS_" #name ")");
#include "runtime/system_calls.def"
#undef SELVAGE_MODELLED
#undef SELVAGE_HARMLESS
#undef SELVAGE_REFUSED
    default:
      refuse(number);
  }
}

}  // namespace

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  Arguments x;
  x.a = va_arg(list, long);
  x.b = va_arg(list, long);
  x.c = va_arg(list, long);
  x.d = va_arg(list, long);
  x.e = va_arg(list, long);
  x.f = va_arg(list, long);
  va_end(list);
  if (!modelling()) return REAL(syscall)(number, x.a, x.b, x.c, x.d, x.e, x.f);
  return dispatch(number, x);
}
