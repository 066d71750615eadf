#include "runtime/sharing.h"

#include <pthread.h>
#include <sys/mman.h>

#include "contract/argument_blocks.h"
#include "runtime/atoms.h"
#include "runtime/chosen_points.h"
#include "runtime/failing.h"
#include "runtime/history.h"
#include "runtime/outcome.h"
#include "runtime/system.h"

namespace selvage::runtime {

namespace {

using namespace touches;

inline constexpr uint64_t kStretch = 8192;
inline constexpr uint64_t kWatchStateSize = 0x8'0000'0000;
inline constexpr uint64_t kStretchEntries = address::kWatch + kGranuleEntriesSize + kWatchStateSize;
inline constexpr uint64_t kStretchEntriesSize = kFoldedSpace / kStretch * sizeof(uint32_t);
static_assert(kStretchEntries + kStretchEntriesSize <= address::kWatch + address::kWatchSize);

inline constexpr uint32_t kEpochMask = ~(kEpochStep - 1);
inline constexpr uint32_t kThreadMask = kEpochStep - (1u << kThreadShift);
inline constexpr uint32_t kConflict = kWritten | kSeveral;

// Looked at after every kPatience watched accesses. A thread is suspected of waiting after more accesses without a step
// than Sharing::Full would have let it do; sooner where something was found, for the search starts over anyway.
inline constexpr uint32_t kPatience = 1u << 16;
inline constexpr uint64_t kIdleAccesses = 1u << 22;
inline constexpr uint64_t kLastSteps = 4096;    // before the limit
inline constexpr uint32_t kMostGuarded = 4096;  // accesses to guarded memory in one step

// An entry as it was before it changed.
struct EntryChange {
  uint32_t* entry;
  uint32_t before;
};
inline constexpr uint64_t kMaxChanges = 1u << 22;  // 64 MiB: beyond it, undoing costs more than a root saves

// What a suspect reads in places that it has written to itself, which may be waited for as well: "flag = 1; while (flag);", or
// a neighbour in the same granule. Who polls reads few of them again and again, and writes to none of those.
struct Reread {
  static constexpr uint32_t kMost = 16;
  uint64_t granules[kMost];
  uint32_t written;  // bit set
  uint32_t count;    // more than kMost: it computes
};

struct State {
  Watch watch;
  Reread reread;
  bool logging;  // there is a root: changes are undone before the next execution
  const SharedLocation* table;
  uint64_t table_capacity;
  uint64_t table_read;
  uint64_t constants_in_table;  // bit sets: constants of SharedLocation are small numbers
  uint64_t constants_found;
  uint64_t steps_seen;
  uint64_t idle_accesses;  // watched since a step was last seen
  uint64_t change_count;
  EntryChange changes[kMaxChanges];
};
static_assert(kWatchState + sizeof(State) <= kStretchEntries);

State& state() { return *reinterpret_cast<State*>(kWatchState); }

uint32_t& stretch_of(uint64_t address) {
  return reinterpret_cast<uint32_t*>(kStretchEntries)[address % kFoldedSpace / kStretch];
}

bool is_current(uint32_t entry) { return (entry & kEpochMask) == watch().epoch; }

bool is_constant(SharedLocation location) { return location < kSharingGranule; }

void report(SharedLocation location) {
  Host& h = host();
  if (h.found_count < kMaxFound) h.found[h.found_count++] = location;
}

void report_once(SharedLocation location) {
  const Host& h = host();
  for (uint32_t i = 0; i < h.found_count; i++)
    if (h.found[i] == location) return;
  report(location);
}

void change(uint32_t& entry, uint32_t bits) {
  State& s = state();
  if (s.logging && entry != bits) {
    if (s.change_count == kMaxChanges)
      s.logging = false;
    else
      s.changes[s.change_count++] = EntryChange{&entry, entry};
  }
  entry = bits;
}

// `before` is 0 or of this epoch.
uint32_t with_touch(uint32_t before, uint32_t own, uint32_t writes) {
  if (before == 0) return own | writes;
  bool alone = ((before ^ own) & kThreadMask) == 0 && !(before & kSeveral);
  return before | writes | (alone ? 0 : kSeveral);
}

// What is known of a granule without an entry of its own, which it is about to get.
uint32_t inherited(uint64_t address) {
  uint32_t& stretch = stretch_of(address);
  if (!is_current(stretch)) {
    change(stretch, (stretch & kInTable) | watch().epoch | kUneven);
    return 0;
  }
  change(stretch, stretch | kUneven);
  return stretch & kWhole ? stretch & (kEpochMask | kThreadMask | kConflict) : 0;
}

// Somebody touches what was handed to a thread. Returns what the entry counts as before that.
uint32_t touch_handed(uint32_t before, uint32_t own) {
  bool is_own = ((before ^ own) & kThreadMask) == 0;
  if (before & kKept) {
    bool is_about_differences = (before & kUntouched) != 0 && !is_shared(kDifferencesMatter);
    if ((before & kUntouched) != 0 || !is_own) note_found(is_about_differences ? kDifferencesMatter : kBlocksToldApart);
    return before;
  }
  if (is_own || (before & kWritten) == 0) return is_own ? before & ~kUntouched : 0;
  const Thread& owner = thread((before & kThreadMask) >> (kThreadShift + 1));
  bool is_creator = (own & kThreadMask) == uint32_t{owner.parent} * 2 << kThreadShift;
  return is_creator ? own | kWritten : before & ~kUntouched;
}

bool touch_granule(uint64_t address, uint32_t own, uint32_t writes) {
  uint32_t& entry = entry_of(address);
  uint32_t before = entry;
  if (before & kInTable) return true;
  if (!is_current(before))
    before = inherited(address);
  else if (before & (kUntouched | kKept)) [[unlikely]]
    before = touch_handed(before, own);
  change(entry, with_touch(before, own, writes));
  if ((entry & kConflict) == kConflict && (before & kConflict) != kConflict) report(address);
  return false;
}

bool touch_granules(uint64_t begin, uint64_t end, uint32_t own, uint32_t writes) {
  bool shared = false;
  for (uint64_t at = begin; at < end; at += kSharingGranule) shared |= touch_granule(at, own, writes);
  return shared;
}

bool touch_stretch(uint64_t address, uint32_t own, uint32_t writes) {
  uint32_t& stretch = stretch_of(address);
  uint32_t before = is_current(stretch) ? stretch : 0;
  uint32_t after = with_touch(before, own, writes | kWhole);
  if ((stretch & kInTable) || (before & kUneven) || (after & kConflict) == kConflict)
    return touch_granules(address, address + kStretch, own, writes);
  change(stretch, after);
  return false;
}

bool touch_range(uint64_t address, uint64_t size, uint32_t own, uint32_t writes) {
  uint64_t end = address + (size ? size : 1);
  bool shared = false;
  for (uint64_t at = address & ~(kSharingGranule - 1); at < end;) {
    if (at % kStretch == 0 && end - at >= kStretch) {
      shared |= touch_stretch(at, own, writes);
      at += kStretch;
    } else {
      shared |= touch_granule(at, own, writes);
      at += kSharingGranule;
    }
  }
  return shared;
}

uint64_t usual_suspicion() {
  uint64_t limit = host().configuration.max_steps;
  uint64_t last_steps = limit - (limit / 8 < kLastSteps ? limit / 8 : kLastSteps);
  return host().reports_from < last_steps ? host().reports_from : last_steps;
}

void note_reread(uint64_t granule, bool writes) {
  Reread& r = state().reread;
  if (r.count > Reread::kMost) return;
  uint32_t i = 0;
  while (i < r.count && r.granules[i] != granule) i++;
  if (i == r.count) {
    r.count++;
    if (i == Reread::kMost) return;
    r.granules[i] = granule;
  }
  if (writes) r.written |= 1u << i;
}

void report_reread() {
  const Reread& r = state().reread;
  if (r.count > Reread::kMost) return;
  for (uint32_t i = 0; i < r.count; i++)
    if (!(r.written >> i & 1)) note_found(r.granules[i]);
}

void look_for_progress(const Thread& self) {
  const Host& h = host();
  State& s = state();
  s.watch.patience = kPatience;
  bool went_on = s.steps_seen != h.step_index;
  bool suspected = s.watch.suspicious_from == 0;
  s.steps_seen = h.step_index;
  if (!went_on && suspected && h.found_count == 0) report_reread();
  s.reread.count = s.reread.written = 0;
  if (!went_on && h.found_count > 0)
    finish_execution(Outcome::StepLimit, "thread %u goes on without a scheduling point", self.number);
  // Where nothing was found among what a suspect reads, it computes.
  s.idle_accesses = went_on || suspected ? 0 : s.idle_accesses + kPatience;
  uint64_t most = h.configuration.max_steps > kIdleAccesses ? h.configuration.max_steps : kIdleAccesses;
  s.watch.suspicious_from = s.idle_accesses >= most ? 0 : usual_suspicion();
}

// A signal or a cancellation may be all that gets it out of a loop, and needs a scheduling point to come at.
bool may_be_interrupted(const Thread& t) {
  if (t.cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) return true;
  for (const SignalAction& action : model().signal_actions)
    if (action.handler > 1) return true;  // neither SIG_DFL nor SIG_IGN
  return false;
}

// Somebody else may have to change it for the thread to get anywhere.
bool may_be_waited_for(const Thread& self, Operation operation, uint32_t entry) {
  if (state().idle_accesses > 0 && may_be_interrupted(self)) return true;
  if (operation == Operation::Read || operation == Operation::AtomicLoad) return !(entry & kWritten);
  return operation == Operation::AtomicUpdate || operation == Operation::AtomicCompareExchange;
}

[[gnu::noinline]] void note_access_of_suspect(const Thread& self, Operation operation, uint64_t address,
                                              uint64_t size) {
  bool writes = operation == Operation::Write || operation == Operation::AtomicStore;
  uint64_t most = kSharingGranule * Reread::kMost;  // larger ranges are copied, not polled
  uint64_t end = address + (size == 0 ? 1 : size < most ? size : most);
  for (uint64_t at = address & ~(kSharingGranule - 1); at < end; at += kSharingGranule) {
    if (may_be_waited_for(self, operation, entry_of(at)))
      note_found(at);
    else
      note_reread(at, writes);
  }
}

void put_into_table(SharedLocation location) {
  if (is_constant(location)) {
    state().constants_in_table |= uint64_t{1} << location;
    if (location == kEveryState) host().every_state = 1;
    return;
  }
  if (location == kUnseenCode) host().unseen_code = 1;
  if (is_chosen_entry(location)) return;
  SharedLocation mark = location % kSharingGranule;
  if (mark == kGuardMark || mark == kAtomCodeMark || mark == kReadMark) return;
  location -= mark;
  uint32_t& entry = entry_of(location);
  entry = mark == kGuardedMark ? entry | kInTable | kGuarded : (entry | kInTable) & ~kGuarded;
  stretch_of(location) |= kInTable;
}

void drop(uint64_t begin, uint64_t size) {
  system_call(SYS_madvise, static_cast<long>(begin), static_cast<long>(size), MADV_DONTNEED);
}

// The epochs are used up: forgets all touches, and goes through the table again.
void start_first_epoch() {
  State& s = state();
  drop(kGranuleEntries, kGranuleEntriesSize);
  drop(kStretchEntries, kStretchEntriesSize);
  for (uint64_t i = 0; i < s.table_read; i++) put_into_table(s.table[i]);
  s.watch.epoch = kEpochStep;
}

inline constexpr Operation kAccesses[] = {Operation::Read,         Operation::Write,
                                          Operation::AtomicLoad,   Operation::AtomicStore,
                                          Operation::AtomicUpdate, Operation::AtomicCompareExchange,
                                          Operation::Free};

}  // namespace

void initialise_sharing() {
  Host& h = host();
  h.reports_from = kReportsNothing;
  // Whether a loop changes anything can only be told where all accesses are looked at.
  for (Operation operation : kAccesses)
    if (!h.configuration.points.contains(operation)) h.configuration.fair = 0;
  if (h.configuration.sharing != Sharing::Dynamic) return;
  // Nothing depends on a fence, but race detection wants to see it: an event inside a transition.
  h.configuration.points.erase(Operation::Fence);
  for (Operation operation : kAccesses)
    if (h.configuration.points.contains(operation)) h.watched.insert(operation);
  if (!map_fixed(address::kWatch, address::kWatchSize, PROT_READ | PROT_WRITE, 0))
    fail_run(3, "no address space for watching memory: is there a limit on virtual memory (ulimit -v)?");
  // A huge page of entries for every variable would cost more than it saves.
  system_call(SYS_madvise, static_cast<long>(address::kWatch), static_cast<long>(address::kWatchSize), MADV_NOHUGEPAGE);
  State& s = state();
  s.table = reinterpret_cast<const SharedLocation*>(reinterpret_cast<char*>(h.control) + h.control->shared_offset);
  s.table_capacity = h.control->shared_size / sizeof(SharedLocation);
  s.watch.epoch = kEpochStep;
  s.watch.patience = kPatience;
  s.watch.suspicious_from = usual_suspicion();
  read_shared_table();
}

bool read_shared_table() {
  if (host().configuration.sharing != Sharing::Dynamic) return false;
  State& s = state();
  uint64_t count = host().control->shared_count;
  if (count > s.table_capacity) fail_run(4, "the table of shared locations is damaged");
  bool more = s.table_read < count;
  for (; s.table_read < count; s.table_read++) {
    SharedLocation entry = s.table[s.table_read];
    put_into_table(entry);
    if (is_chosen_entry(entry)) take_chosen_entry(entry);
    bool is_of_atoms = entry % kSharingGranule == kAtomCodeMark || entry % kSharingGranule == kAtomReadMark;
    if (is_of_atoms && !is_constant(entry)) take_atom_entry(entry);
  }
  return more;
}

void begin_watching() {
  if (host().configuration.sharing != Sharing::Dynamic) return;
  State& s = state();
  if (s.logging) return;
  s.watch.patience = kPatience;
  s.watch.suspicious_from = usual_suspicion();
  s.steps_seen = s.idle_accesses = s.constants_found = 0;
  s.reread.count = s.reread.written = 0;
  s.watch.epoch += kEpochStep;
  if (s.watch.epoch == 0) start_first_epoch();
}

void log_touches() {
  if (host().configuration.sharing != Sharing::Dynamic) return;
  State& s = state();
  s.logging = true;
  s.change_count = 0;
}

bool touches_are_logged() { return host().configuration.sharing != Sharing::Dynamic || state().logging; }

void stop_logging_touches() {
  if (host().configuration.sharing == Sharing::Dynamic) state().logging = false;
}

WatchMark watch_mark() {
  if (host().configuration.sharing != Sharing::Dynamic) return {};
  const State& s = state();
  return {s.watch.patience, host().found_count, s.watch.suspicious_from, s.steps_seen,
          s.idle_accesses,  s.constants_found,  s.change_count};
}

void watch_from(const WatchMark& mark) {
  if (host().configuration.sharing != Sharing::Dynamic) return;
  State& s = state();
  while (s.change_count > mark.change_count) {
    const EntryChange& last = s.changes[--s.change_count];
    *last.entry = last.before;
  }
  s.watch.patience = mark.patience;
  s.watch.suspicious_from = mark.suspicious_from == 0 ? 0 : usual_suspicion();
  s.steps_seen = mark.steps_seen;
  s.idle_accesses = mark.idle_accesses;
  s.constants_found = mark.constants_found;
  host().found_count = mark.found_count;
}

bool is_guarded(uint64_t address, uint64_t size) {
  Host& h = host();
  if (h.configuration.sharing != Sharing::Dynamic) return false;
  uint64_t first = address & ~(kSharingGranule - 1);
  for (uint64_t at = first; at < address + size; at += kSharingGranule)
    if ((entry_of(at) & (kInTable | kGuarded)) != (kInTable | kGuarded)) return false;
  if (h.guarded_in_step++ < kMostGuarded) return true;
  for (uint64_t at = first; at < address + size; at += kSharingGranule) report_once(at);
  return false;
}

bool passes_unwatched(const Thread& self, Operation operation) {
  if (host().watched.contains(operation) && --watch().patience == 0) look_for_progress(self);
  if (model().keeps_history && !host().running_ahead) [[unlikely]]
    finish_entry();
  host().last_event = nullptr;
  return true;
}

// Where there are too many to report, the next search finds more.
static void report_access(uint64_t address, uint64_t size) {
  uint64_t end = address + (size ? size : 1);
  for (uint64_t at = address & ~(kSharingGranule - 1); at < end && host().found_count < kMaxFound;
       at += kSharingGranule)
    note_found(at);
}

bool only_watched(const Thread& self, Operation operation, uint64_t address, uint64_t size) {
  Host& h = host();
  Watch& w = watch();
  if (!h.watched.contains(operation)) return false;
  if (--w.patience == 0) look_for_progress(self);
  if (address < kNoMemory) [[unlikely]]
    return !fails_in_step(address);
  bool reads = operation == Operation::Read || operation == Operation::AtomicLoad;
  bool shared = touch_range(address, size, own_entry(self), reads ? 0 : kWritten);
  if (h.step_index >= h.reports_from) [[unlikely]]
    report_access(address, size);
  else if (h.step_index >= w.suspicious_from)
    note_access_of_suspect(self, operation, address, size);
  if (shared) return false;
  if (model().keeps_history && !h.running_ahead) [[unlikely]]
    finish_entry();
  h.last_event = nullptr;  // what becomes of the operation is not for the last recorded event
  return true;
}

void watch_read(const Thread& self, const void* address, uint64_t size) {
  if (exploring() && host().watched.contains(Operation::AtomicLoad))
    touch_range(reinterpret_cast<uint64_t>(address), size, own_entry(self), 0);
}

HandedOver hand_over(uint64_t begin, uint64_t size, const Thread& creator, const Thread& child) {
  uint64_t end = begin + size;
  for (uint64_t at = begin; at < end; at += kSharingGranule)
    if (entry_of(at) & kInTable) return HandedOver::Shared;
  for (uint64_t at = begin; at < end; at += kSharingGranule) {
    uint32_t before = is_current(entry_of(at)) ? entry_of(at) : inherited(at);
    bool is_creators = ((before ^ own_entry(creator)) & kThreadMask) == 0 && !(before & (kSeveral | kKept));
    if (before != 0 && !is_creators) return HandedOver::UsedByOthers;
  }
  for (uint64_t at = begin; at < end; at += kSharingGranule) {
    uint32_t before = is_current(entry_of(at)) ? entry_of(at) : 0;
    change(entry_of(at), own_entry(child) | kUntouched | (before & kWritten));
  }
  return HandedOver::Yes;
}

bool keep_for(const Thread& owner, uint64_t granule, bool even_from_owner) {
  uint32_t before = entry_of(granule);
  if (!is_current(before) || ((before ^ own_entry(owner)) & kThreadMask) != 0 || (before & kSeveral)) return false;
  if (even_from_owner && !(before & kUntouched)) return false;
  bool stays_untouched = even_from_owner || (before & (kKept | kUntouched)) == (kKept | kUntouched);
  change(entry_of(granule), (before | kKept) & (stays_untouched ? ~0u : ~kUntouched));
  return true;
}

void keep_from_all(uint64_t granule, const Thread& self) {
  change(entry_of(granule), own_entry(self) | kWritten | kKept | kUntouched);
}

void give_back(uint64_t granule, const Thread& owner, const Thread& creator) {
  uint32_t before = entry_of(granule);
  if (!is_current(before) || ((before ^ own_entry(owner)) & kThreadMask) != 0 || (before & kSeveral)) return;
  change(entry_of(granule), own_entry(creator) | (before & kWritten));
}

void report_location(SharedLocation location) { report_once(location); }

bool is_shared(SharedLocation location) {
  if (host().configuration.sharing != Sharing::Dynamic) return true;
  if (is_constant(location)) return (state().constants_in_table >> location) & 1;
  return entry_of(location) & kInTable;
}

void note_polled(const void* address, uint64_t size) {
  auto begin = reinterpret_cast<uint64_t>(address);
  for (uint64_t granule = begin & ~(kSharingGranule - 1); granule < begin + size; granule += kSharingGranule)
    note_found(granule);
}

void note_found(SharedLocation location) {
  if (is_shared(location)) return;
  if (is_constant(location)) {
    uint64_t bit = uint64_t{1} << location;
    if (!(state().constants_found & bit)) report(location);
    state().constants_found |= bit;
    return;
  }
  uint32_t& entry = entry_of(location);
  if (is_current(entry) && (entry & kConflict) == kConflict) return;
  change(entry, watch().epoch | kConflict);
  report(location);
}

}  // namespace selvage::runtime
