// close, dup, fcntl, ioctl: what is done to descriptors rather than through them.
#include "runtime/descriptors.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include "runtime/cancellation.h"
#include "runtime/channels.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/poll.h"
#include "runtime/real.h"
#include "runtime/snapshot.h"
#include "runtime/system.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

inline constexpr int kInheritedDescriptors = 32;
inline constexpr int kPrivateDescriptors = 124;

// Another number for the same thing.
void share(int from, int to) {
  // They have one offset: what is read through the new one moves the old one on, and a restart puts only that one back.
  note_used(from);
  descriptor(to) = descriptor(from);
  if (descriptor(to).kind == DescriptorKind::Channel) share_endpoint(descriptor(to).model);
  if (descriptor(to).kind == DescriptorKind::Epoll) share_epoll(descriptor(to).model);
}

void drop(const Descriptor& d) {
  if (d.kind == DescriptorKind::Channel) close_endpoint(d.model);
  if (d.kind == DescriptorKind::Epoll) close_epoll(d.model);
}

int duplicate(int number, int lowest, bool close_on_exec) {
  announce_open();
  return opened(duplicate_descriptor(number, lowest, close_on_exec));
}

int duplicate_to(int from, int to, int flags) {
  announce(Operation::FileOpen, static_cast<uint64_t>(to), channels_of(to));
  if (!belongs_to_program(from) || !belongs_to_program(to)) return failing(EBADF);
  long result = system_call(SYS_fcntl, from, F_GETFD);
  if (result < 0 || from == to) return static_cast<int>(with_errno(result < 0 ? result : to));
  note_replaced(to);
  Descriptor replaced = descriptor(to);
  result = system_call(SYS_dup3, from, to, flags);
  if (result < 0) return static_cast<int>(with_errno(result));
  note_opened(to);
  share(from, to);
  drop(replaced);
  return to;
}

int close_range_of_program(unsigned first, unsigned last) {
  for (int number = static_cast<int>(first);
       number < rewind_state().first_private && static_cast<unsigned>(number) <= last; number++)
    if (descriptor(number).kind != DescriptorKind::None) {
      announce_close(number);
      close_descriptor(number);
    }
  return 0;
}

int control_file(int number, int command, long argument) {
  switch (command) {
    case F_SETFL:
      note_flags_changed(number);
      // Captured output is written at its offset, which a restart sets back.
      if (kind_of(number) == DescriptorKind::Captured) argument &= ~O_APPEND;
      break;
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
    case F_OFD_GETLK:
      // Other than those of a process, they keep threads from each other.
      unmodelled("fcntl with F_OFD_SETLK", "threads of one process should use a mutex");
    case F_SETLEASE:
    case F_NOTIFY:
    case F_SETSIG:
    case F_SETOWN:
    case F_SETOWN_EX:
      unmodelled("fcntl for signals about a file", "let the test call the handler itself");
    case F_SETLK:
    case F_SETLKW:
      return static_cast<int>(with_errno(system_call(SYS_fcntl, number, F_GETFD) < 0 ? -EBADF : 0));
    case F_GETLK:
      reinterpret_cast<struct flock*>(argument)->l_type = F_UNLCK;
      return 0;
    default:
      break;
  }
  return static_cast<int>(with_errno(system_call(SYS_fcntl, number, command, argument)));
}

int control(int number, int command, long argument) {
  if (!belongs_to_program(number)) return failing(EBADF);
  switch (command) {
    case F_DUPFD:
      return duplicate(number, static_cast<int>(argument), false);
    case F_DUPFD_CLOEXEC:
      return duplicate(number, static_cast<int>(argument), true);
    case F_GETFD:
      return static_cast<int>(with_errno(system_call(SYS_fcntl, number, command)));
    case F_SETFD:
      note_replaced(number);
      return static_cast<int>(with_errno(system_call(SYS_fcntl, number, command, argument)));
    default:
      break;
  }
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::Channel) return control_endpoint(descriptor(number).model, command, argument);
  if (kind == DescriptorKind::Epoll) return command == F_GETFL ? O_RDWR : failing(EINVAL);
  return control_file(number, command, argument);
}

// Only size and sort of the device are asked for by programs that run here; the kernel answers for files.
int device_control(int number, unsigned long request, void* argument) {
  if (!belongs_to_program(number)) return failing(EBADF);
  if (kind_of(number) == DescriptorKind::Channel) {
    if (request == FIONBIO)
      return control_endpoint(descriptor(number).model, F_SETFL, *static_cast<int*>(argument) ? O_NONBLOCK : 0);
    if (request == FIONREAD) {
      announce_look(number);
      if (kind_of(number) != DescriptorKind::Channel) return failing(EBADF);
      *static_cast<int*>(argument) = static_cast<int>(bytes_to_read(descriptor(number).model));
      return 0;
    }
    return failing(ENOTTY);
  }
  if (kind_of(number) == DescriptorKind::Captured) return failing(ENOTTY);
  if (request == FIONBIO) return 0;
  if (request == FIONREAD) {
    int bytes = 0;
    touch_for_kernel(&bytes, sizeof bytes);
    long result = system_call(SYS_ioctl, number, static_cast<long>(request), word(&bytes));
    if (result == 0) *static_cast<int*>(argument) = bytes;
    return static_cast<int>(with_errno(result));
  }
  if (_IOC_DIR(request) & _IOC_WRITE)
    unmodelled("ioctl with this request", "what it does could not be put back; leave it out of the test");
  return static_cast<int>(with_errno(system_call(SYS_ioctl, number, static_cast<long>(request), word(argument))));
}

}  // namespace

void initialise_descriptors() {
  rlimit limit{};
  system_call(SYS_getrlimit, RLIMIT_NOFILE, word(&limit));
  auto highest = static_cast<int>(limit.rlim_cur < kMaxDescriptors ? limit.rlim_cur : kMaxDescriptors);
  rewind_state().first_private = highest - kPrivateDescriptors;
  for (int number = 0; number < kInheritedDescriptors; number++) {
    long flags = system_call(SYS_fcntl, number, F_GETFL);
    if (flags >= 0) descriptor(number) = Descriptor{DescriptorKind::File, (flags & O_ACCMODE) != O_RDONLY, 0, 0};
  }
}

uint64_t channels_of(int number) {
  if (kind_of(number) != DescriptorKind::Channel) return channels_before_close(number);
  const Endpoint& e = endpoint(descriptor(number).model);
  return transfer::closes(channel_read_from(e), channel_written_to(e));
}

int enter_descriptor(long number, const Descriptor& description) {
  if (number < 0) return static_cast<int>(number);
  if (!belongs_to_program(static_cast<int>(number))) {
    system_call(SYS_close, number);
    return -EMFILE;
  }
  note_opened(static_cast<int>(number));
  descriptor(static_cast<int>(number)) = description;
  return static_cast<int>(number);
}

// Reading or writing a placeholder behind the model's back fails.
int reserve_descriptor(const Descriptor& description, bool close_on_exec) {
  long number = system_call(SYS_openat, AT_FDCWD, word("/dev/null"), O_PATH | (close_on_exec ? O_CLOEXEC : 0));
  return enter_descriptor(number, description);
}

long close_descriptor(int number) {
  if (!belongs_to_program(number)) return -EBADF;
  Descriptor closed = descriptor(number);
  uint64_t channels = channels_of(number);
  note_replaced(number);
  long result = system_call(SYS_close, number);
  if (closed.kind != DescriptorKind::None) descriptor(number) = Closed::entry(channels);
  drop(closed);
  return result;
}

long duplicate_descriptor(int number, int lowest, bool close_on_exec) {
  if (!belongs_to_program(number)) return -EBADF;
  if (lowest < 0 || lowest >= rewind_state().first_private) return -EINVAL;
  long result = system_call(SYS_fcntl, number, close_on_exec ? F_DUPFD_CLOEXEC : F_DUPFD, lowest);
  if (result < 0) return result;
  if (!belongs_to_program(static_cast<int>(result))) {
    system_call(SYS_close, result);
    return -EMFILE;
  }
  note_opened(static_cast<int>(result));
  share(number, static_cast<int>(result));
  return result;
}

unsigned announce_close(int number) {
  auto object = static_cast<uint64_t>(number);
  if (kind_of(number) == DescriptorKind::Epoll) return announce(Operation::ChannelClose, object);
  uint64_t channels = channels_of(number);
  return channels ? announce(Operation::ChannelClose, object, channels) : announce(Operation::FileClose, object);
}

unsigned announce_open() {
  int lowest = 0;
  while (lowest < rewind_state().first_private && descriptor(lowest).kind != DescriptorKind::None) lowest++;
  return announce(Operation::FileOpen, static_cast<uint64_t>(lowest));
}

int opened(long number) {
  if (number < 0)
    mark_failed();
  else
    set_event_object(static_cast<uint64_t>(number));
  return static_cast<int>(with_errno(number));
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int close(int number) {
  if (!modelling()) return REAL(close)(number);
  // Programs close every number there may be; only those that are or were open matter to others.
  if (kind_of(number) == DescriptorKind::None && !was_closed(number))
    return static_cast<int>(with_errno(close_descriptor(number)));
  cancellation_point();
  announce_close(number);
  long result = close_descriptor(number);
  if (result < 0) mark_failed();
  return static_cast<int>(with_errno(result));
}

SELVAGE_INTERCEPT int close_range(unsigned first, unsigned last, int flags) {
  if (!modelling()) return REAL(close_range)(first, last, flags);
  if (first > last) return failing(EINVAL);
  if (flags & CLOSE_RANGE_CLOEXEC) return 0;
  return close_range_of_program(first, last);
}

SELVAGE_INTERCEPT void closefrom(int first) {
  if (!modelling()) return REAL(closefrom)(first);
  close_range_of_program(first < 0 ? 0 : static_cast<unsigned>(first), ~0u);
}

SELVAGE_INTERCEPT int dup(int number) { return modelling() ? duplicate(number, 0, false) : REAL(dup)(number); }

SELVAGE_INTERCEPT int dup2(int from, int to) { return modelling() ? duplicate_to(from, to, 0) : REAL(dup2)(from, to); }

SELVAGE_INTERCEPT int dup3(int from, int to, int flags) {
  if (!modelling()) return REAL(dup3)(from, to, flags);
  if (from == to || (flags & ~O_CLOEXEC)) return failing(EINVAL);
  return duplicate_to(from, to, flags);
}

SELVAGE_INTERCEPT int fcntl(int number, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  long argument = va_arg(arguments, long);
  va_end(arguments);
  return modelling() ? control(number, command, argument) : REAL(fcntl)(number, command, argument);
}

SELVAGE_INTERCEPT int fcntl64(int number, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  long argument = va_arg(arguments, long);
  va_end(arguments);
  return modelling() ? control(number, command, argument) : REAL(fcntl)(number, command, argument);
}

SELVAGE_INTERCEPT int ioctl(int number, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  return modelling() ? device_control(number, request, argument) : REAL(ioctl)(number, request, argument);
}
