#include "runtime/channels.h"

#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>

#include "runtime/cancellation.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/library_calls.h"
#include "runtime/memory_checks.h"
#include "runtime/model.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/signals.h"
#include "runtime/time.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

inline constexpr unsigned kMaxBuffers = 1024;
inline constexpr uint64_t kLargestCount = UINT64_MAX - 1;  // of an eventfd
inline constexpr uint32_t kDontWait = 1;                   // detail of an announced transfer

// Bytes on their way. Messages are preceded by their length.
struct Buffer {
  uint32_t readers, writers;
  uint64_t begin, size;
  uint64_t now;
};

Buffer& buffer(unsigned number) { return reinterpret_cast<Buffer*>(kChannelModel + 0x40'0000)[number - 1]; }
char* data_of(unsigned number) { return reinterpret_cast<char*>(kBufferData + (number - 1) * kBufferCapacity); }
static_assert(kBufferData + kMaxBuffers * kBufferCapacity <= kOverlayModel);
static_assert(kMaxEndpoints * sizeof(Endpoint) <= 0x40'0000);

unsigned new_buffer(bool is_open) {
  for (unsigned number = 1; number <= kMaxBuffers; number++) {
    Buffer& b = buffer(number);
    if (b.readers || b.writers) continue;
    b = Buffer{is_open, is_open, 0, 0, current_thread().now};
    return number;
  }
  fail_run(4, "the program has more than %u pipes and socket pairs open", kMaxBuffers);
}

unsigned new_endpoint(EndpointType type, int flags) {
  for (unsigned number = 0; number < kMaxEndpoints; number++) {
    Endpoint& e = endpoint(number);
    if (e.references) continue;
    uint32_t generation = e.generation + 1;
    e = Endpoint{};
    e.type = type;
    e.generation = generation;
    e.references = 1;
    e.nonblocking = flags & O_NONBLOCK;
    return number;
  }
  fail_run(4, "the program has more than %u ends of pipes and sockets open", kMaxEndpoints);
}

void meet(uint64_t& clock) {
  Thread& self = current_thread();
  if (clock > self.now)
    self.now = clock;
  else
    clock = self.now;
}

// The bytes of a buffer as a ring; `at` counts from its first byte.
void copy_out(unsigned number, uint64_t at, char* to, uint64_t count) {
  const char* data = data_of(number);
  uint64_t from = (buffer(number).begin + at) % kBufferCapacity;
  uint64_t first = count < kBufferCapacity - from ? count : kBufferCapacity - from;
  memcpy(to, data + from, first);
  memcpy(to + first, data, count - first);
}

void append(unsigned number, const char* from, uint64_t count) {
  Buffer& b = buffer(number);
  char* data = data_of(number);
  uint64_t to = (b.begin + b.size) % kBufferCapacity;
  uint64_t first = count < kBufferCapacity - to ? count : kBufferCapacity - to;
  memcpy(data + to, from, first);
  memcpy(data, from + first, count - first);
  b.size += count;
}

void consume(Buffer& b, uint64_t count) {
  b.size -= count;
  b.begin = b.size ? (b.begin + count) % kBufferCapacity : 0;  // an empty one starts over: fewer pages get dirty
}

uint64_t next_message_size(unsigned number) {
  uint32_t size = 0;
  if (buffer(number).size >= sizeof size) copy_out(number, 0, reinterpret_cast<char*>(&size), sizeof size);
  return size;
}

bool can_receive(const Endpoint& e) { return e.type == EndpointType::PipeReader || e.type == EndpointType::Socket; }
bool can_send(const Endpoint& e) { return e.type == EndpointType::PipeWriter || e.type == EndpointType::Socket; }

bool at_end(const Endpoint& e) { return e.input_shut || buffer(e.input).writers == 0; }
bool is_broken(const Endpoint& e) { return e.output_shut || buffer(e.output).readers == 0; }

bool readable(const Endpoint& e) {
  if (e.type == EndpointType::Event) return e.counter > 0;
  return !can_receive(e) || buffer(e.input).size > 0 || at_end(e);
}

// Pipes take up to PIPE_BUF bytes at once or not at all.
bool has_room(const Endpoint& e, uint64_t bytes) {
  uint64_t room = kBufferCapacity - buffer(e.output).size;
  if (e.messages) return room >= bytes + sizeof(uint32_t) || bytes + sizeof(uint32_t) > kBufferCapacity;
  return bytes <= PIPE_BUF ? room >= bytes : room > 0;
}

bool writable(const Endpoint& e, uint64_t bytes, uint64_t value) {
  if (e.type == EndpointType::Event) return value > kLargestCount || e.counter <= kLargestCount - value;
  return !can_send(e) || is_broken(e) || has_room(e, bytes);
}

// Less than this and a write waits.
uint64_t room_needed(const Endpoint& e, uint64_t bytes) {
  if (e.type == EndpointType::Event) return 1;
  if (e.messages) return bytes + sizeof(uint32_t);
  return bytes <= PIPE_BUF ? bytes : 1;
}

// Of an eventfd it is not known how much a write needs: it has room unless it is fuller than any program fills it.
uint64_t room_for_writes(const Endpoint& e, bool input) {
  if (e.type == EndpointType::Event) return e.counter >> 32 ? 0 : transfer::kMostRoom;
  return kBufferCapacity - buffer(input ? e.input : e.output).size;
}

bool is_empty(const Endpoint& e, bool input) {
  return e.type == EndpointType::Event ? e.counter == 0 : buffer(input ? e.input : e.output).size == 0;
}

// How the operation that was chosen finds its channel.
uint64_t value_of_read(const Endpoint& e, int flags) {
  uint64_t value =
      channel_read_from(e) | transfer::with_room(flags & MSG_PEEK ? transfer::kMostRoom : room_for_writes(e, true));
  if (!is_empty(e, true)) return value;
  return value | (readable(e) ? transfer::kFoundEnd : transfer::kFoundEmpty);
}

uint64_t value_of_write(const Endpoint& e, uint64_t bytes, uint64_t amount) {
  uint64_t value = channel_written_to(e) | transfer::with_room(room_needed(e, bytes));
  if (is_empty(e, false)) value |= transfer::kFoundEmpty;
  if (e.type == EndpointType::Event) return value | (writable(e, bytes, amount) ? 0 : transfer::kFoundFull);
  if (!has_room(e, bytes)) value |= is_broken(e) ? transfer::kFoundEnd : transfer::kFoundFull;
  return value;
}

uint64_t total_size(const iovec* parts, int count) {
  uint64_t size = 0;
  for (int i = 0; i < count; i++) size += parts[i].iov_len;
  return size;
}

// The peer's side of a transfer may go on, edge-triggered waits included.
void peers_changed(unsigned buffer_number, bool arrived) {
  for (unsigned number = 0; number < kMaxEndpoints && endpoint(number).type != EndpointType::Unused; number++) {
    Endpoint& e = endpoint(number);
    if (arrived && e.input == buffer_number) e.input_changes++;
    if (!arrived && e.output == buffer_number) e.output_changes++;
  }
  any_state_changed();
}

uint64_t deadline_from(uint64_t timeout) {
  if (timeout == 0) return 0;
  return deadline_after(
      timespec{static_cast<time_t>(timeout / 1'000'000'000), static_cast<long>(timeout % 1'000'000'000)});
}

ssize_t fail(int error) {
  mark_failed();
  return failing(error);
}

// The wait is over without the channel being ready.
ssize_t not_ready(uint64_t deadline, bool waits) {
  if (waits && deadline) {
    pass_deadline(deadline);
    current_event().flags |= kEventTimedOut;
  }
  return fail(EAGAIN);
}

ssize_t broken_pipe(int flags) {
  mark_failed();
  if (!(flags & MSG_NOSIGNAL)) {
    send_signal(current_thread(), SIGPIPE);
    deliver_raised_signals();
  }
  return failing(EPIPE);
}

ssize_t take_count(Endpoint& e, const iovec* parts, int count) {
  if (count < 1 || parts[0].iov_len < sizeof(uint64_t)) return fail(EINVAL);
  meet(e.now);
  uint64_t value = e.semaphore ? 1 : e.counter;
  e.counter -= value;
  e.output_changes++;
  memcpy(parts[0].iov_base, &value, sizeof value);
  any_state_changed();
  return sizeof value;
}

ssize_t take_bytes(Endpoint& e, const iovec* parts, int count, int flags) {
  Buffer& b = buffer(e.input);
  meet(b.now);
  uint64_t available = e.messages ? next_message_size(e.input) : b.size;
  uint64_t at = e.messages && b.size ? sizeof(uint32_t) : 0;
  uint64_t header = at, taken = 0;
  for (int i = 0; i < count && taken < available; i++) {
    uint64_t size = parts[i].iov_len < available - taken ? parts[i].iov_len : available - taken;
    copy_out(e.input, at, static_cast<char*>(parts[i].iov_base), size);
    at += size;
    taken += size;
  }
  if (!(flags & MSG_PEEK)) {
    unsigned input = e.input;
    consume(b, e.messages ? available + header : taken);
    peers_changed(input, false);
  }
  return static_cast<ssize_t>(flags & MSG_TRUNC && e.messages ? available : taken);
}

ssize_t add_count(Endpoint& e, uint64_t value) {
  meet(e.now);
  e.counter += value;
  e.input_changes++;
  any_state_changed();
  return sizeof value;
}

// Copies [skip, skip + count) of the parts.
void put_bytes(unsigned number, const iovec* parts, int part_count, uint64_t skip, uint64_t count) {
  for (int i = 0; i < part_count && count > 0; i++) {
    if (skip >= parts[i].iov_len) {
      skip -= parts[i].iov_len;
      continue;
    }
    uint64_t size = parts[i].iov_len - skip < count ? parts[i].iov_len - skip : count;
    append(number, static_cast<const char*>(parts[i].iov_base) + skip, size);
    count -= size;
    skip = 0;
  }
}

int open_ends(int numbers[2], unsigned first, unsigned second, int flags) {
  int one = reserve_descriptor(
      Descriptor{DescriptorKind::Channel, can_send(endpoint(first)), static_cast<uint16_t>(first), 0},
      flags & O_CLOEXEC);
  int other = one < 0 ? one
                      : reserve_descriptor(Descriptor{DescriptorKind::Channel, can_send(endpoint(second)),
                                                      static_cast<uint16_t>(second), 0},
                                           flags & O_CLOEXEC);
  if (other < 0) {
    if (one >= 0)
      close_descriptor(one);
    else
      close_endpoint(first);
    close_endpoint(second);
    return static_cast<int>(fail(-other));
  }
  numbers[0] = one;
  numbers[1] = other;
  set_event_object(static_cast<uint64_t>(one));
  current_event().value = static_cast<uint64_t>(other);
  return 0;
}

void announce_channel() {
  int lowest = 0;
  while (lowest < rewind_state().first_private && kind_of(lowest) != DescriptorKind::None) lowest++;
  announce(Operation::ChannelOpen, static_cast<uint64_t>(lowest));
}

int open_pipe(int numbers[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK)) {
    if (flags & O_DIRECT) unmodelled("pipe2 with O_DIRECT", "use a socket pair of type SOCK_DGRAM");
    return failing(EINVAL);
  }
  announce_channel();
  unsigned shared = new_buffer(true);
  unsigned reader = new_endpoint(EndpointType::PipeReader, flags);
  unsigned writer = new_endpoint(EndpointType::PipeWriter, flags);
  endpoint(reader).input = static_cast<uint16_t>(shared);
  endpoint(writer).output = static_cast<uint16_t>(shared);
  return open_ends(numbers, reader, writer, flags);
}

int open_socket_pair(int domain, int type, int numbers[2]) {
  if (domain != AF_UNIX) return failing(domain == AF_INET || domain == AF_INET6 ? EOPNOTSUPP : EAFNOSUPPORT);
  int kind = type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (kind != SOCK_STREAM && kind != SOCK_DGRAM && kind != SOCK_SEQPACKET) return failing(ESOCKTNOSUPPORT);
  announce_channel();
  int flags = (type & SOCK_NONBLOCK ? O_NONBLOCK : 0) | (type & SOCK_CLOEXEC ? O_CLOEXEC : 0);
  auto forward = static_cast<uint16_t>(new_buffer(true));
  auto backward = static_cast<uint16_t>(new_buffer(true));
  unsigned first = new_endpoint(EndpointType::Socket, flags);
  unsigned second = new_endpoint(EndpointType::Socket, flags);
  endpoint(first).messages = endpoint(second).messages = kind != SOCK_STREAM;
  endpoint(first).output = endpoint(second).input = forward;
  endpoint(first).input = endpoint(second).output = backward;
  return open_ends(numbers, first, second, flags);
}

int open_event(unsigned initial, int flags) {
  if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) return failing(EINVAL);
  announce_channel();
  unsigned number = new_endpoint(EndpointType::Event, flags);
  Endpoint& e = endpoint(number);
  e.counter = initial;
  e.semaphore = flags & EFD_SEMAPHORE;
  int result = reserve_descriptor(Descriptor{DescriptorKind::Channel, true, static_cast<uint16_t>(number), 0},
                                  flags & EFD_CLOEXEC);
  if (result < 0) close_endpoint(number);
  return opened(result);
}

}  // namespace

void share_endpoint(unsigned number) { endpoint(number).references++; }

void close_endpoint(unsigned number) {
  Endpoint& e = endpoint(number);
  if (--e.references > 0) return;
  unsigned input = e.input, output = e.output;
  if (input && !e.input_shut) buffer(input).readers--;
  if (output && !e.output_shut) buffer(output).writers--;
  e.input = e.output = 0;
  if (input) peers_changed(input, false);
  if (output) peers_changed(output, true);
  any_state_changed();
}

void shut_endpoint(Endpoint& e, bool input, bool output) {
  if (input && !e.input_shut) {
    e.input_shut = true;
    buffer(e.input).readers--;
    peers_changed(e.input, false);
  }
  if (output && !e.output_shut) {
    e.output_shut = true;
    buffer(e.output).writers--;
    peers_changed(e.output, true);
  }
}

int control_endpoint(unsigned number, int command, long argument) {
  Endpoint& e = endpoint(number);
  switch (command) {
    case F_GETFL:
      return (e.type == EndpointType::PipeReader   ? O_RDONLY
              : e.type == EndpointType::PipeWriter ? O_WRONLY
                                                   : O_RDWR) |
             (e.nonblocking ? O_NONBLOCK : 0);
    case F_SETFL:
      // Whether a transfer waits is asked before it becomes a step: what others have asked by then is in one order only.
      if (exploring() && e.nonblocking != ((argument & O_NONBLOCK) != 0)) note_library_call(selvage_call_site);
      e.nonblocking = argument & O_NONBLOCK;
      return 0;
    case F_GETPIPE_SZ:
    case F_SETPIPE_SZ:
      if (e.type != EndpointType::PipeReader && e.type != EndpointType::PipeWriter) return failing(EBADF);
      if (command == F_SETPIPE_SZ && static_cast<uint64_t>(argument) > kBufferCapacity) return failing(EPERM);
      return kBufferCapacity;
    default:
      return failing(EINVAL);
  }
}

uint64_t bytes_to_read(unsigned number) {
  const Endpoint& e = endpoint(number);
  if (!e.input) return 0;
  return e.messages ? next_message_size(e.input) : buffer(e.input).size;
}

void announce_look(int number) {
  uint64_t channel = channel_read_from(endpoint(descriptor(number).model));
  announce(Announcement{.operation = Operation::ChannelPoll,
                        .object = static_cast<uint64_t>(number),
                        .value = channel ? transfer::member(channel) : 0,
                        .detail = kDontWait});
  current_event().flags |= kEventTimed;
}

bool announce_use_after_close(Operation operation, int number, uint64_t channel) {
  if (channel == 0) return false;
  announce(Announcement{
      .operation = operation, .object = static_cast<uint64_t>(number), .value = channel, .detail = kDontWait});
  current_event().flags |= kEventTimed;
  return true;
}

short ready_events(const Endpoint& e) {
  int events = 0;
  if (e.type == EndpointType::Event) {
    if (e.counter > 0) events |= POLLIN | POLLRDNORM;
    if (e.counter < kLargestCount) events |= POLLOUT | POLLWRNORM;
    return static_cast<short>(events);
  }
  if (can_receive(e)) {
    if (buffer(e.input).size > 0) events |= POLLIN | POLLRDNORM;
    if (at_end(e)) events |= e.type == EndpointType::PipeReader ? POLLHUP : POLLIN | POLLRDNORM | POLLRDHUP;
  }
  if (can_send(e)) {
    if (is_broken(e)) {
      events |= e.type == EndpointType::PipeWriter ? POLLERR | POLLOUT | POLLWRNORM : POLLOUT | POLLWRNORM;
      if (e.type == EndpointType::Socket && buffer(e.output).readers == 0 && at_end(e)) events |= POLLHUP;
    } else if (has_room(e, e.messages ? 1 : PIPE_BUF)) {
      events |= POLLOUT | POLLWRNORM;
    }
  }
  return static_cast<short>(events);
}

uint64_t channel_read_from(const Endpoint& e) {
  if (e.type == EndpointType::Event) return kMaxBuffers + 1 + static_cast<uint64_t>(&e - &endpoint(0));
  return can_receive(e) ? e.input : 0;
}

uint64_t channel_written_to(const Endpoint& e) {
  return e.type == EndpointType::Event ? channel_read_from(e) : can_send(e) ? e.output : 0;
}

void add_reasons(Readiness& readiness, const Endpoint& e, int events) {
  int found = ready_events(e) & (events | POLLERR | POLLHUP);
  bool is_event = e.type == EndpointType::Event;
  auto add = [&](uint64_t value) {
    readiness.reasons++;
    readiness.value = value;
  };
  if ((found & (POLLIN | POLLRDNORM)) && !is_empty(e, true)) add(channel_read_from(e));
  if (can_receive(e) && at_end(e) && (found & (POLLIN | POLLRDNORM | POLLRDHUP | POLLHUP)))
    add(channel_read_from(e) | transfer::kFoundEnd);
  if (is_event && (found & (POLLOUT | POLLWRNORM))) add(channel_written_to(e) | transfer::kReadyForRoom);
  if (can_send(e) && (found & (POLLOUT | POLLWRNORM | POLLERR)))
    add(channel_written_to(e) | (is_broken(e) ? transfer::kFoundEnd : transfer::kReadyForRoom));
}

unsigned channel_read_outcomes(const Thread& t) {
  int number = static_cast<int>(t.pending.object);
  if (kind_of(number) != DescriptorKind::Channel || (t.pending.detail & kDontWait)) return 1;
  return readable(endpoint(descriptor(number).model)) || may_time_out(t);
}

unsigned channel_write_outcomes(const Thread& t) {
  int number = static_cast<int>(t.pending.object);
  if (kind_of(number) != DescriptorKind::Channel || (t.pending.detail & kDontWait)) return 1;
  return writable(endpoint(descriptor(number).model), t.pending.size, t.event_amount) || may_time_out(t);
}

ssize_t read_channel(int number, const iovec* parts, int count, int flags) {
  cancellation_point();
  Endpoint* e = &endpoint(descriptor(number).model);
  if (e->type == EndpointType::PipeWriter) return failing(EBADF);
  uint64_t wanted = total_size(parts, count);
  if (e->type == EndpointType::Event && (count < 1 || parts[0].iov_len < sizeof(uint64_t))) return failing(EINVAL);
  if (wanted == 0 && !e->messages && e->type != EndpointType::Event) return 0;
  bool waits = !e->nonblocking && !(flags & MSG_DONTWAIT);
  uint64_t deadline = waits ? deadline_from(e->receive_timeout) : 0;
  unsigned chosen = announce(Announcement{.operation = Operation::ChannelRead,
                                          .object = static_cast<uint64_t>(number),
                                          .value = channel_read_from(*e),
                                          .size = static_cast<uint32_t>(wanted),
                                          .detail = waits ? 0 : kDontWait,
                                          .deadline = deadline});
  if (chosen == kInterrupted) return failing(EINTR);
  cancellation_point();
  if (kind_of(number) != DescriptorKind::Channel) return fail(EBADF);
  e = &endpoint(descriptor(number).model);
  if (e->type == EndpointType::PipeWriter) return fail(EBADF);
  current_event().value = value_of_read(*e, flags);
  if (!waits) current_event().flags |= kEventTimed;
  if (!readable(*e)) return not_ready(deadline, waits);
  if (e->type == EndpointType::Event) return take_count(*e, parts, count);
  if (e->input_shut) return 0;
  ssize_t taken = take_bytes(*e, parts, count, flags);
  if (!(flags & MSG_WAITALL) || e->messages || taken <= 0 || static_cast<uint64_t>(taken) == wanted || count != 1 ||
      !waits || at_end(*e))
    return taken;
  iovec rest{static_cast<char*>(parts[0].iov_base) + taken, parts[0].iov_len - static_cast<uint64_t>(taken)};
  ssize_t more = read_channel(number, &rest, 1, flags);
  return more > 0 ? taken + more : taken;
}

ssize_t write_channel(int number, const iovec* parts, int count, int flags) {
  cancellation_point();
  uint64_t total = total_size(parts, count), written = 0;
  uint64_t value = 0;
  if (endpoint(descriptor(number).model).type == EndpointType::PipeReader) return failing(EBADF);
  if (endpoint(descriptor(number).model).type == EndpointType::Event) {
    if (count < 1 || parts[0].iov_len < sizeof value) return failing(EINVAL);
    memcpy(&value, parts[0].iov_base, sizeof value);
    if (value == UINT64_MAX) return failing(EINVAL);
  }
  for (;;) {
    Endpoint* e = &endpoint(descriptor(number).model);
    bool waits = !e->nonblocking && !(flags & MSG_DONTWAIT);
    uint64_t deadline = waits ? deadline_from(e->send_timeout) : 0;
    current_thread().event_amount = value;
    unsigned chosen = announce(Announcement{.operation = Operation::ChannelWrite,
                                            .object = static_cast<uint64_t>(number),
                                            .value = channel_written_to(*e),
                                            .size = static_cast<uint32_t>(total - written),
                                            .detail = waits ? 0 : kDontWait,
                                            .deadline = deadline});
    if (chosen == kInterrupted) return written ? static_cast<ssize_t>(written) : failing(EINTR);
    cancellation_point();
    if (kind_of(number) != DescriptorKind::Channel) return fail(EBADF);
    e = &endpoint(descriptor(number).model);
    if (e->type == EndpointType::PipeReader) return fail(EBADF);
    current_event().value = value_of_write(*e, total - written, value);
    if (!waits) current_event().flags |= kEventTimed;
    if (!writable(*e, total - written, value))
      return written ? static_cast<ssize_t>(written) : not_ready(deadline, waits);
    if (e->type == EndpointType::Event) return add_count(*e, value);
    if (is_broken(*e)) return written ? static_cast<ssize_t>(written) : broken_pipe(flags);
    check_buffers(parts, count, UINT64_MAX, Access::Read);
    unsigned output = e->output;
    Buffer& b = buffer(output);
    meet(b.now);
    if (e->messages) {
      auto size = static_cast<uint32_t>(total);
      if (total + sizeof size > kBufferCapacity) return fail(EMSGSIZE);
      append(output, reinterpret_cast<const char*>(&size), sizeof size);
      put_bytes(output, parts, count, 0, total);
      written = total;
    } else {
      uint64_t room = kBufferCapacity - b.size;
      uint64_t chunk = total - written < room ? total - written : room;
      put_bytes(output, parts, count, written, chunk);
      written += chunk;
    }
    peers_changed(output, true);
    if (written == total || !waits) return static_cast<ssize_t>(written);
  }
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int pipe(int numbers[2]) { return modelling() ? open_pipe(numbers, 0) : REAL(pipe)(numbers); }
SELVAGE_INTERCEPT int pipe2(int numbers[2], int flags) {
  return modelling() ? open_pipe(numbers, flags) : REAL(pipe2)(numbers, flags);
}

SELVAGE_INTERCEPT int socketpair(int domain, int type, int protocol, int numbers[2]) {
  return modelling() ? open_socket_pair(domain, type, numbers) : REAL(socketpair)(domain, type, protocol, numbers);
}

SELVAGE_INTERCEPT int eventfd(unsigned initial, int flags) {
  return modelling() ? open_event(initial, flags) : REAL(eventfd)(initial, flags);
}

SELVAGE_INTERCEPT int eventfd_read(int number, eventfd_t* value) {
  return read(number, value, sizeof *value) == sizeof *value ? 0 : -1;
}
SELVAGE_INTERCEPT int eventfd_write(int number, eventfd_t value) {
  return write(number, &value, sizeof value) == sizeof value ? 0 : -1;
}
