// poll, select and epoll over channels and files. Files are always ready. A wait is one operation that goes on when
// something is ready or its time is over; any change to any channel makes it be looked at again.
#include "runtime/poll.h"

#include "runtime/cancellation.h"
#include "runtime/channels.h"
#include "runtime/enabledness.h"
#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/real.h"
#include "runtime/time.h"

extern "C" [[noreturn]] void __chk_fail();

namespace selvage::runtime {

namespace {

inline constexpr unsigned kMaxEpolls = 64;
inline constexpr unsigned kMaxInterests = 1024;
inline constexpr uint32_t kDontWait = 1;  // detail of an announced poll
inline constexpr int kAlwaysReported = POLLERR | POLLHUP | POLLNVAL;
inline constexpr uint32_t kReadEvents = POLLIN | POLLRDNORM | POLLRDHUP;
inline constexpr uint32_t kWriteEvents = POLLOUT | POLLWRNORM;
inline constexpr int kFileEvents = POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;

struct Interest {
  int number;      // descriptor; -1: unused
  uint16_t model;  // what the descriptor referred to when it was added
  uint32_t generation;
  uint32_t events;
  uint32_t seen_input, seen_output;  // edge-triggered: changes already reported
  bool reported;                     // edge-triggered: at least once
  bool disabled;                     // one-shot, and done
  epoll_data_t data;
};

struct Epoll {
  uint32_t references;
  uint32_t count;  // interests in use are among the first `count`
  Interest interests[kMaxInterests];
};

Epoll& epoll(unsigned number) { return reinterpret_cast<Epoll*>(kEpollSets)[number]; }
static_assert(kEpollSets + kMaxEpolls * sizeof(Epoll) <= kBufferData);

// What a thread waits for: entries of poll, or an epoll set.
struct PollSet {
  const pollfd* entries;
  uint64_t count;
  const Epoll* set;
};

bool any_ready(const Epoll& set);

int events_of(int number) {
  switch (kind_of(number)) {
    case DescriptorKind::None:
      return POLLNVAL;
    case DescriptorKind::Channel:
      return ready_events(endpoint(descriptor(number).model));
    case DescriptorKind::Epoll:
      return any_ready(epoll(descriptor(number).model)) ? POLLIN | POLLRDNORM : 0;
    default:
      return kFileEvents;
  }
}

int result_for(const pollfd& entry) {
  return entry.fd < 0 ? 0 : events_of(entry.fd) & (entry.events | kAlwaysReported);
}

bool still_refers(const Interest& interest) {
  if (interest.number < 0 || kind_of(interest.number) == DescriptorKind::None) return false;
  if (kind_of(interest.number) != DescriptorKind::Channel) return true;
  const Descriptor& d = descriptor(interest.number);
  return d.model == interest.model && endpoint(d.model).generation == interest.generation;
}

uint32_t ready_for(const Interest& interest) {
  if (interest.disabled || !still_refers(interest)) return 0;
  uint32_t events = static_cast<uint32_t>(events_of(interest.number)) & (interest.events | EPOLLERR | EPOLLHUP);
  if (!events || !(interest.events & EPOLLET) || !interest.reported) return events;
  if (kind_of(interest.number) != DescriptorKind::Channel) return 0;
  const Endpoint& e = endpoint(interest.model);
  return e.input_changes != interest.seen_input || e.output_changes != interest.seen_output ? events : 0;
}

bool any_ready(const Epoll& set) {
  for (uint32_t i = 0; i < set.count; i++)
    if (ready_for(set.interests[i])) return true;
  return false;
}

bool is_ready(const PollSet& set) {
  if (set.set) return any_ready(*set.set);
  for (uint64_t i = 0; i < set.count; i++)
    if (result_for(set.entries[i])) return true;
  return false;
}

uint64_t value_of(const Epoll& set);

// What a poll of the descriptor asks about.
uint64_t value_of(int number, uint32_t events, bool both_ways) {
  if (kind_of(number) == DescriptorKind::Epoll) return value_of(epoll(descriptor(number).model));
  uint64_t channels = channels_of(number);
  uint64_t value = 0;
  if (both_ways || (events & kReadEvents))
    if (uint64_t channel = transfer::channel(channels)) value |= transfer::member(channel);
  if (both_ways || (events & kWriteEvents))
    if (uint64_t channel = transfer::written_channel(channels))
      value |= transfer::member(channel) | transfer::kAsksForRoom;
  return value;
}

uint64_t value_of(const Epoll& set) {
  uint64_t value = transfer::kEpoll;
  for (uint32_t i = 0; i < set.count; i++) {
    const Interest& interest = set.interests[i];
    if (!interest.disabled && still_refers(interest))
      value |= value_of(interest.number, interest.events, interest.events & EPOLLET);
  }
  return value;
}

uint64_t value_of(const PollSet& set) {
  if (set.set) return value_of(*set.set);
  uint64_t value = 0;
  for (uint64_t i = 0; i < set.count; i++)
    value |= value_of(set.entries[i].fd, static_cast<uint16_t>(set.entries[i].events), false);
  return value;
}

void add_reasons(Readiness& readiness, const Epoll& set);

void add_reasons(Readiness& readiness, int number, int events) {
  if (kind_of(number) == DescriptorKind::Channel)
    add_reasons(readiness, endpoint(descriptor(number).model), events);
  else if (kind_of(number) == DescriptorKind::Epoll)
    add_reasons(readiness, epoll(descriptor(number).model));
  else
    readiness = {readiness.reasons + 1, 0};  // nobody made it ready
}

void add_reasons(Readiness& readiness, const Epoll& set) {
  for (uint32_t i = 0; i < set.count; i++) {
    const Interest& interest = set.interests[i];
    if (!ready_for(interest)) continue;
    add_reasons(readiness, interest.number, static_cast<int>(interest.events));
    if (interest.events & EPOLLET) readiness.value |= transfer::kEdge;
  }
}

// The value where there is just one reason; else 0.
uint64_t reason_for(const PollSet& set) {
  Readiness readiness{};
  if (set.set) add_reasons(readiness, *set.set);
  for (uint64_t i = 0; !set.set && i < set.count; i++)
    if (result_for(set.entries[i])) add_reasons(readiness, set.entries[i].fd, set.entries[i].events);
  return readiness.reasons == 1 ? readiness.value : 0;
}

// Waits; 0, or EINTR. `timeout` null: for ever.
int wait_for(const PollSet& set, uint64_t object, const timespec* timeout) {
  cancellation_point();
  Thread& self = current_thread();
  self.poll_set = &set;
  bool waits = !timeout || timeout->tv_sec || timeout->tv_nsec;
  uint64_t deadline = waits && timeout ? deadline_after(*timeout) : 0;
  unsigned chosen = announce(Announcement{.operation = Operation::ChannelPoll,
                                          .object = object,
                                          .value = value_of(set),
                                          .detail = waits ? 0 : kDontWait,
                                          .deadline = deadline});
  self.poll_set = nullptr;
  if (chosen == kInterrupted) return EINTR;
  cancellation_point();
  current_event().value = value_of(set) | reason_for(set);
  if (!waits) current_event().flags |= kEventTimed;
  if (is_ready(set)) return 0;
  if (waits) {
    current_event().flags |= kEventTimedOut;
    pass_deadline(deadline);
  } else {
    mark_failed();
  }
  return 0;
}

int poll_entries(pollfd* entries, nfds_t count, const timespec* timeout) {
  if (count == 0 && timeout && (timeout->tv_sec || timeout->tv_nsec)) return nanosleep(timeout, nullptr);
  PollSet set{entries, count, nullptr};
  uint64_t object = count > 0 ? static_cast<uint64_t>(entries[0].fd) : 0;
  if (int error = wait_for(set, object, timeout)) return failing(error);
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) {
    entries[i].revents = static_cast<short>(result_for(entries[i]));
    ready += entries[i].revents != 0;
  }
  return ready;
}

const timespec* milliseconds(int timeout, timespec& time) {
  if (timeout < 0) return nullptr;
  time = {timeout / 1000, timeout % 1000 * 1'000'000L};
  return &time;
}

bool asks(const fd_set* set, int number) { return set && FD_ISSET(number, set); }

int select_sets(int count, fd_set* reading, fd_set* writing, fd_set* exceptional, const timespec* timeout) {
  if (count < 0 || count > FD_SETSIZE) return failing(EINVAL);
  pollfd entries[FD_SETSIZE];
  nfds_t used = 0;
  for (int number = 0; number < count; number++) {
    short events = static_cast<short>((asks(reading, number) ? POLLIN | POLLRDNORM : 0) |
                                      (asks(writing, number) ? POLLOUT | POLLWRNORM : 0));
    if (!events && !asks(exceptional, number)) continue;
    if (kind_of(number) == DescriptorKind::None) return failing(EBADF);
    entries[used++] = {number, events, 0};
  }
  if (poll_entries(entries, used, timeout) < 0) return -1;
  if (reading) FD_ZERO(reading);
  if (writing) FD_ZERO(writing);
  if (exceptional) FD_ZERO(exceptional);
  int ready = 0;
  for (nfds_t i = 0; i < used; i++) {
    const pollfd& entry = entries[i];
    if ((entry.events & POLLIN) && (entry.revents & (POLLIN | POLLHUP | POLLERR))) {
      FD_SET(entry.fd, reading);
      ready++;
    }
    if ((entry.events & POLLOUT) && (entry.revents & (POLLOUT | POLLERR))) {
      FD_SET(entry.fd, writing);
      ready++;
    }
  }
  return ready;
}

// A signal mask for the time of the wait: the program's mask is set around it.
struct MaskForWait {
  sigset_t saved;
  bool changed;

  explicit MaskForWait(const sigset_t* mask) : changed(mask) {
    if (mask) pthread_sigmask(SIG_SETMASK, mask, &saved);
  }
  ~MaskForWait() {
    int error = errno;
    if (changed) pthread_sigmask(SIG_SETMASK, &saved, nullptr);
    errno = error;
  }
};

Epoll* epoll_of(int number) {
  if (kind_of(number) == DescriptorKind::Epoll) return &epoll(descriptor(number).model);
  errno = kind_of(number) == DescriptorKind::None ? EBADF : EINVAL;
  return nullptr;
}

int open_epoll(int flags) {
  if (flags & ~EPOLL_CLOEXEC) return failing(EINVAL);
  announce_open();
  unsigned number = 0;
  while (number < kMaxEpolls && epoll(number).references) number++;
  if (number == kMaxEpolls) return opened(-EMFILE);
  epoll(number).references = 1;
  epoll(number).count = 0;
  int result = reserve_descriptor(Descriptor{DescriptorKind::Epoll, false, static_cast<uint16_t>(number), 0},
                                  flags & EPOLL_CLOEXEC);
  if (result < 0) epoll(number).references = 0;
  return opened(result);
}

Interest* find_interest(Epoll& set, int number) {
  for (uint32_t i = 0; i < set.count; i++)
    if (set.interests[i].number == number && still_refers(set.interests[i])) return &set.interests[i];
  return nullptr;
}

Interest* free_interest(Epoll& set) {
  for (uint32_t i = 0; i < set.count; i++)
    if (!still_refers(set.interests[i])) return &set.interests[i];
  return set.count < kMaxInterests ? &set.interests[set.count++] : nullptr;
}

int control_epoll(int epoll_number, int operation, int number, const epoll_event* event) {
  if (!epoll_of(epoll_number)) return -1;
  announce(Operation::ChannelWrite, static_cast<uint64_t>(epoll_number));
  Epoll* set = epoll_of(epoll_number);
  if (!set) return -1;
  DescriptorKind kind = kind_of(number);
  if (kind == DescriptorKind::None) return failing(EBADF);
  if (kind == DescriptorKind::File) return failing(EPERM);
  if (number == epoll_number) return failing(EINVAL);
  Interest* interest = find_interest(*set, number);
  if (operation == EPOLL_CTL_ADD) {
    if (interest) return failing(EEXIST);
    interest = free_interest(*set);
    if (!interest) return failing(ENOSPC);
  } else if (!interest) {
    return failing(ENOENT);
  }
  if (operation == EPOLL_CTL_DEL) {
    interest->number = -1;
  } else {
    const Descriptor& d = descriptor(number);
    uint32_t generation = kind == DescriptorKind::Channel ? endpoint(d.model).generation : 0;
    *interest = Interest{number, d.model, generation, event->events, 0, 0, false, false, event->data};
  }
  any_state_changed();
  return 0;
}

int wait_epoll(int epoll_number, epoll_event* events, int most, const timespec* timeout) {
  Epoll* set = epoll_of(epoll_number);
  if (!set) return -1;
  if (most <= 0) return failing(EINVAL);
  PollSet waits_for{nullptr, 0, set};
  if (int error = wait_for(waits_for, static_cast<uint64_t>(epoll_number), timeout)) return failing(error);
  int ready = 0;
  for (uint32_t i = 0; i < set->count && ready < most; i++) {
    Interest& interest = set->interests[i];
    uint32_t found = ready_for(interest);
    if (!found) continue;
    events[ready].events = found;
    events[ready++].data = interest.data;
    interest.reported = true;
    if (kind_of(interest.number) == DescriptorKind::Channel) {
      interest.seen_input = endpoint(interest.model).input_changes;
      interest.seen_output = endpoint(interest.model).output_changes;
    }
    if (interest.events & EPOLLONESHOT) interest.disabled = true;
  }
  return ready;
}

}  // namespace

void share_epoll(unsigned number) { epoll(number).references++; }
void close_epoll(unsigned number) { epoll(number).references--; }

unsigned channel_poll_outcomes(const Thread& t) {
  if (t.pending.detail & kDontWait) return 1;
  auto* set = static_cast<const PollSet*>(t.poll_set);
  return !set || is_ready(*set) || may_time_out(t);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

SELVAGE_INTERCEPT int poll(pollfd* entries, nfds_t count, int timeout) {
  if (!modelling()) return REAL(poll)(entries, count, timeout);
  timespec time;
  return poll_entries(entries, count, milliseconds(timeout, time));
}
SELVAGE_INTERCEPT int ppoll(pollfd* entries, nfds_t count, const timespec* timeout, const sigset_t* mask) {
  if (!modelling()) return REAL(ppoll)(entries, count, timeout, mask);
  MaskForWait masked(mask);
  return poll_entries(entries, count, timeout);
}
SELVAGE_INTERCEPT int __poll_chk(pollfd* entries, nfds_t count, int timeout, size_t room) {
  if (room / sizeof *entries < count) __chk_fail();
  return poll(entries, count, timeout);
}
SELVAGE_INTERCEPT int __ppoll_chk(pollfd* entries, nfds_t count, const timespec* timeout, const sigset_t* mask,
                                  size_t room) {
  if (room / sizeof *entries < count) __chk_fail();
  return ppoll(entries, count, timeout, mask);
}

SELVAGE_INTERCEPT int select(int count, fd_set* reading, fd_set* writing, fd_set* exceptional, timeval* timeout) {
  if (!modelling()) return REAL(select)(count, reading, writing, exceptional, timeout);
  timespec time{};
  if (timeout) time = {timeout->tv_sec, timeout->tv_usec * 1000};
  return select_sets(count, reading, writing, exceptional, timeout ? &time : nullptr);
}
SELVAGE_INTERCEPT int pselect(int count, fd_set* reading, fd_set* writing, fd_set* exceptional, const timespec* timeout,
                              const sigset_t* mask) {
  if (!modelling()) return REAL(pselect)(count, reading, writing, exceptional, timeout, mask);
  MaskForWait masked(mask);
  return select_sets(count, reading, writing, exceptional, timeout);
}

SELVAGE_INTERCEPT int epoll_create(int size) {
  if (!modelling()) return REAL(epoll_create)(size);
  return size <= 0 ? failing(EINVAL) : open_epoll(0);
}
SELVAGE_INTERCEPT int epoll_create1(int flags) { return modelling() ? open_epoll(flags) : REAL(epoll_create1)(flags); }
SELVAGE_INTERCEPT int epoll_ctl(int epoll_number, int operation, int number, epoll_event* event) {
  if (!modelling()) return REAL(epoll_ctl)(epoll_number, operation, number, event);
  return control_epoll(epoll_number, operation, number, event);
}
SELVAGE_INTERCEPT int epoll_wait(int epoll_number, epoll_event* events, int most, int timeout) {
  if (!modelling()) return REAL(epoll_wait)(epoll_number, events, most, timeout);
  timespec time;
  return wait_epoll(epoll_number, events, most, milliseconds(timeout, time));
}
SELVAGE_INTERCEPT int epoll_pwait(int epoll_number, epoll_event* events, int most, int timeout, const sigset_t* mask) {
  if (!modelling()) return REAL(epoll_pwait)(epoll_number, events, most, timeout, mask);
  MaskForWait masked(mask);
  timespec time;
  return wait_epoll(epoll_number, events, most, milliseconds(timeout, time));
}
