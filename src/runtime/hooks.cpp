// What instrumented code calls before its memory accesses.
#include "contract/hooks.h"

#include "runtime/atoms.h"
#include "runtime/host.h"
#include "runtime/memory_checks.h"
#include "runtime/relevance.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/sharing.h"
#include "runtime/spinning.h"
#include "runtime/trace.h"

// The linker's: constants and code of the executable lie between these two.
extern "C" const char __executable_start[] __attribute__((visibility("hidden")));
extern "C" const char __start_selvage_text[] __attribute__((visibility("hidden")));

using namespace selvage;
using namespace selvage::runtime;

namespace {

// The value that the access will find; wider ones are not recorded.
uint64_t value_at(const void* address, uint32_t size) {
  switch (size) {
    case 1:
      return *static_cast<const volatile uint8_t*>(address);
    case 2:
      return *static_cast<const volatile uint16_t*>(address);
    case 4:
      return *static_cast<const volatile uint32_t*>(address);
    case 8:
      return *static_cast<const volatile uint64_t*>(address);
    default:
      return 0;
  }
}

// Read-only data of the executable: nobody can write it, so nothing depends on reading it.
bool is_constant(const void* address) {
  auto at = static_cast<const char*>(address);
  return at >= __executable_start && at < __start_selvage_text;
}

void note_value_read(const void* address, uint32_t size) {
  if (host().flags & kRecordEvents) set_event_value(value_at(address, size), size);
}

uint64_t narrow(uint64_t value, uint32_t size) { return size >= 8 ? value : value & ((uint64_t{1} << (size * 8)) - 1); }

// The event's flags for a memory order of the source. A failed compare-exchange does not release.
uint8_t order_flags(uint32_t order) {
  switch (static_cast<MemoryOrder>(order)) {
    case MemoryOrder::Consume:
    case MemoryOrder::Acquire:
      return kEventAcquire;
    case MemoryOrder::Release:
      return kEventRelease;
    case MemoryOrder::AcquireRelease:
    case MemoryOrder::SequentiallyConsistent:
      return kEventAcquire | kEventRelease;
    default:
      return 0;
  }
}

uint32_t clamp(uint64_t size) { return size > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(size); }

bool matters(const void* address, uint64_t size) {
  return exploring() && !host().silent_accesses && size != 0 && !is_constant(address);
}

void note_ranges(Thread& self) {
  note_change(self);
  if (self.follows_rounds) forget_rounds(self);
}

void announce_range(const AccessedRange& range) {
  note_ranges(current_thread());
  announce_access(range.operation, reinterpret_cast<void*>(range.address), clamp(range.size), 0, range.site, 0);
}

// A library may have written it to let the program go on, which nobody sees: as if others did.
void note_read_from_unseen(const void* address, uint32_t order) {
  SharedLocation location = reinterpret_cast<uint64_t>(address) & ~(kSharingGranule - 1);
  if ((order_flags(order) & kEventAcquire) != 0 && !is_shared(location)) note_found(location);
}

Pending pending_of(const AccessedRange& range) {
  return {range.operation, 0, 0, clamp(range.size), range.site, 0, range.address, 0, 0};
}

// The thread has been chosen for an operation of which this is a part.
void log_range(const AccessedRange& range) {
  Thread& self = current_thread();
  if (range.operation != Operation::Read) remember_without_bytes(self, range.address, range.size);
  self.pending = pending_of(range);
  record_local_event(self);
  self.pending.operation = Operation::None;
}

void check_range(const AccessedRange& range) {
  check_access(reinterpret_cast<void*>(range.address), range.size, range.site,
               range.operation == Operation::Read ? Access::Read : Access::Write);
}

void add_range(Operation operation, const void* address, uint64_t size, uint32_t site) {
  Model& m = model();
  if (m.range_count < kMaxRanges)
    m.ranges[m.range_count++] = AccessedRange{operation, site, reinterpret_cast<uint64_t>(address), size};
}

// Nothing is left behind that could be taken for a pointer of the program's.
AccessedRange take_range(uint32_t index) {
  AccessedRange range = model().ranges[index];
  model().ranges[index] = AccessedRange{};
  return range;
}

// A few bytes that are the thread's own, as far as is known: like a variable.
bool is_small_and_own(const AccessedRange& range) {
  if (range.size > kMaxBytes) return false;
  for (uint64_t at = range.address & ~(kSharingGranule - 1); at < range.address + range.size; at += kSharingGranule)
    if (is_shared(at)) return false;
  return true;
}

// In a loop, copies of structures are followed where others are not concerned. False: they may be.
bool follow_ranges(uint32_t count) {
  const Thread& self = current_thread();
  if (!self.follows_loops && !self.follows_rounds) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!is_small_and_own(model().ranges[i])) return false;
  for (uint32_t i = 0; i < count; i++) {
    AccessedRange range = take_range(i);
    announce_access(range.operation, reinterpret_cast<void*>(range.address), clamp(range.size), 0, range.site, 0);
    check_range(range);
  }
  return true;
}

// All ranges are accessed in one step. It is announced with the last of those that make it a scheduling point; the others
// are logged in it.
void announce_ranges() {
  Model& m = model();
  uint32_t count = m.range_count;
  if (count == 0) return;
  m.range_count = 0;
  if (follow_ranges(count)) return;
  if (count == 1) {
    AccessedRange range = take_range(0);
    announce_range(range);
    return check_range(range);
  }
  note_ranges(current_thread());
  AccessedRange ranges[kMaxRanges];
  bool shared[kMaxRanges];
  uint32_t last = count;
  for (uint32_t i = 0; i < count; i++) {
    ranges[i] = take_range(i);
    shared[i] = is_irrelevant(ranges[i].site)
                    ? !passes_unwatched(current_thread(), ranges[i].operation)
                    : !only_watched(current_thread(), ranges[i].operation, ranges[i].address, clamp(ranges[i].size));
    if (shared[i]) last = i;
  }
  if (last < count) announce_range(ranges[last]);
  for (uint32_t i = 0; i < last; i++)
    if (shared[i] && last < count) log_range(ranges[i]);
  if (host().flags & kRecordValues) [[unlikely]]
    for (uint32_t i = 0; i < count; i++)
      if (!shared[i]) record_watched(current_thread(), pending_of(ranges[i]));
  for (uint32_t i = 0; i < count; i++) check_range(ranges[i]);
}

}  // namespace

extern "C" {

#define SELVAGE_HOOK __attribute__((visibility("default")))

// Written as often as the program's own variables: it lies with them.
SELVAGE_HOOK __attribute__((section(".bss.selvage_call_site"))) uint32_t selvage_call_site;

SELVAGE_HOOK void selvage_hook_read(const void* address, uint32_t size, uint32_t site) {
  if (evaluating_atoms) [[unlikely]]
    return note_read_by_atom(address, size);
  if (!exploring() || host().silent_accesses || is_constant(address))
    return check_access(address, size, site, Access::Read);
  if (touched_before(Operation::Read, address, size)) return check_access(address, size, site, Access::Read);
  announce_access(Operation::Read, address, size, 0, site, 0);
  check_access(address, size, site, Access::Read);
  note_value_read(address, size);
}

SELVAGE_HOOK void selvage_hook_write(void* address, uint32_t size, uint64_t value, uint32_t site) {
  if (!exploring() || host().silent_accesses) return check_access(address, size, site, Access::Write);
  if (touched_before(Operation::Write, address, size)) return check_access(address, size, site, Access::Write);
  announce_access(Operation::Write, address, size, value, site, 0);
  check_access(address, size, site, Access::Write);
}

SELVAGE_HOOK void selvage_hook_with_read_range(const void* address, uint64_t size, uint32_t site) {
  if (evaluating_atoms) [[unlikely]]
    return note_read_by_atom(address, size);
  if (matters(address, size))
    add_range(Operation::Read, address, size, site);
  else
    check_access(address, size, site, Access::Read);
}

SELVAGE_HOOK void selvage_hook_with_write_range(void* address, uint64_t size, uint32_t site) {
  if (matters(address, size))
    add_range(Operation::Write, address, size, site);
  else
    check_access(address, size, site, Access::Write);
}

SELVAGE_HOOK void selvage_hook_read_range(const void* address, uint64_t size, uint32_t site) {
  selvage_hook_with_read_range(address, size, site);
  if (exploring()) announce_ranges();
}

SELVAGE_HOOK void selvage_hook_write_range(void* address, uint64_t size, uint32_t site) {
  selvage_hook_with_write_range(address, size, site);
  if (exploring()) announce_ranges();
}

SELVAGE_HOOK void selvage_hook_atomic_load(const void* address, uint32_t size, uint32_t order, uint32_t site) {
  if (evaluating_atoms) [[unlikely]]
    return note_read_by_atom(address, size);
  if (!exploring()) return check_access(address, size, site, Access::Read);
  if (host().unseen_synchronises) [[unlikely]]
    note_read_from_unseen(address, order);
  if (touched_before(Operation::AtomicLoad, address, size)) return check_access(address, size, site, Access::Read);
  announce_access(Operation::AtomicLoad, address, size, 0, site, order_flags(order));
  check_access(address, size, site, Access::Read);
  note_value_read(address, size);
}

SELVAGE_HOOK void selvage_hook_atomic_store(void* address, uint32_t size, uint64_t value, uint32_t order,
                                            uint32_t site) {
  if (!exploring()) return check_access(address, size, site, Access::Write);
  if (touched_before(Operation::AtomicStore, address, size)) return check_access(address, size, site, Access::Write);
  announce_access(Operation::AtomicStore, address, size, value, site, order_flags(order));
  check_access(address, size, site, Access::Write);
}

SELVAGE_HOOK void selvage_hook_atomic_update(void* address, uint32_t size, uint64_t, uint32_t order, uint32_t site) {
  if (!exploring()) return check_access(address, size, site, Access::Update);
  if (touched_before(Operation::AtomicUpdate, address, size)) return check_access(address, size, site, Access::Update);
  announce_access(Operation::AtomicUpdate, address, size, 0, site, order_flags(order));
  check_access(address, size, site, Access::Update);
  note_value_read(address, size);
}

SELVAGE_HOOK void selvage_hook_atomic_compare_exchange(void* address, uint32_t size, uint64_t expected,
                                                       uint64_t desired, uint32_t order, uint32_t site) {
  if (!exploring()) return check_access(address, size, site, Access::Update);
  if (touched_before(Operation::AtomicCompareExchange, address, size))
    return check_access(address, size, site, Access::Update);
  announce_access(Operation::AtomicCompareExchange, address, size, desired, site, order_flags(order));
  check_access(address, size, site, Access::Update);
  uint64_t found = value_at(address, size);
  set_event_value(found, size);
  if (size <= 8 && found != narrow(expected, size)) {
    mark_failed();
    current_event().flags &= static_cast<uint8_t>(~kEventRelease);
  }
}

SELVAGE_HOOK void selvage_hook_fence(uint32_t order, uint32_t site) {
  if (!exploring()) return;
  announce_access(Operation::Fence, nullptr, 0, 0, site, order_flags(order));
}

}  // extern "C"
