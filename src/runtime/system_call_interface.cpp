// syscall(): the C library's way to system calls it has no function for. Libraries wait on futexes through it. Calls
// that the model knows under another name go there; a few that only ask are passed on; all others are named and
// refused, for they would act behind the model's back.
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

[[noreturn]] void refuse(long number) {
  auto describe = [](char* text, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    format_text(text, size, format, arguments);
    va_end(arguments);
  };
  char name[64];
  describe(name, sizeof name, "syscall(%d)", static_cast<int>(number));
  unmodelled(name, "use the C library's function for it, or leave it out of the test");
}

long dispatch(long number, const Arguments& x) {
  switch (number) {
    case SYS_futex:
      return finish(call_futex(x));
    case SYS_gettid:
      return virtual_thread_id(current_thread());
    case SYS_getpid:
      return virtual_process_id();
    case SYS_getppid:
      return getppid();
    case SYS_getpgrp:
      return getpgrp();
    case SYS_getpgid:
      return getpgid(static_cast<pid_t>(x.a));
    case SYS_getsid:
      return getsid(static_cast<pid_t>(x.a));
    case SYS_getrandom:
      return getrandom(pointer<char>(x.a), static_cast<size_t>(x.b), static_cast<unsigned>(x.c));
    case SYS_membarrier:
      return call_membarrier(x.a);
    case SYS_getcpu:
      return getcpu(pointer<unsigned>(x.a), pointer<unsigned>(x.b));
    case SYS_sched_yield:
      return sched_yield();
    case SYS_sched_getaffinity:
      return call_sched_getaffinity(x);
    case SYS_sched_setaffinity:
      return sched_setaffinity(static_cast<pid_t>(x.a), static_cast<size_t>(x.b), pointer<const cpu_set_t>(x.c));
    case SYS_sched_setscheduler:
      return sched_setscheduler(static_cast<pid_t>(x.a), static_cast<int>(x.b), pointer<const sched_param>(x.c));
    case SYS_sched_getscheduler:
      return sched_getscheduler(static_cast<pid_t>(x.a));
    case SYS_prctl:
      return prctl(static_cast<int>(x.a), x.b, x.c, x.d, x.e);
    case SYS_tgkill:
      return call_tgkill(static_cast<pid_t>(x.a), static_cast<pid_t>(x.b), static_cast<int>(x.c));
    case SYS_tkill:
      return call_tgkill(virtual_process_id(), static_cast<pid_t>(x.a), static_cast<int>(x.b));
    case SYS_kill:
      return kill(static_cast<pid_t>(x.a), static_cast<int>(x.b));
    case SYS_exit_group:
      _exit(static_cast<int>(x.a));

    case SYS_clock_gettime:
      return clock_gettime(static_cast<clockid_t>(x.a), pointer<timespec>(x.b));
    case SYS_gettimeofday:
      return gettimeofday(pointer<timeval>(x.a), pointer<void>(x.b));
    case SYS_time:
      return time(pointer<time_t>(x.a));
    case SYS_nanosleep:
      return nanosleep(pointer<const timespec>(x.a), pointer<timespec>(x.b));
    case SYS_clock_nanosleep:
      return finish(-clock_nanosleep(static_cast<clockid_t>(x.a), static_cast<int>(x.b), pointer<const timespec>(x.c),
                                     pointer<timespec>(x.d)));

    case SYS_read:
      return read(static_cast<int>(x.a), pointer<void>(x.b), static_cast<size_t>(x.c));
    case SYS_write:
      return write(static_cast<int>(x.a), pointer<const void>(x.b), static_cast<size_t>(x.c));
    case SYS_close:
      return close(static_cast<int>(x.a));
    case SYS_pipe2:
      return pipe2(pointer<int>(x.a), static_cast<int>(x.b));
    case SYS_eventfd2:
      return eventfd(static_cast<unsigned>(x.a), static_cast<int>(x.b));
    case SYS_mmap:
      return word(mmap(pointer<void>(x.a), static_cast<size_t>(x.b), static_cast<int>(x.c), static_cast<int>(x.d),
                       static_cast<int>(x.e), x.f));
    case SYS_munmap:
      return munmap(pointer<void>(x.a), static_cast<size_t>(x.b));
    case SYS_madvise:
      return madvise(pointer<void>(x.a), static_cast<size_t>(x.b), static_cast<int>(x.c));

    case SYS_getuid:
    case SYS_geteuid:
    case SYS_getgid:
    case SYS_getegid:
    case SYS_uname:
    case SYS_sched_get_priority_max:
    case SYS_sched_get_priority_min:
      return REAL(syscall)(number, x.a, x.b, x.c, x.d, x.e, x.f);

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
