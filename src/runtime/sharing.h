// Dynamic sharing: which memory do several threads touch?
//
// With Sharing::Dynamic an access is a scheduling point only where it overlaps a location in the table of shared
// locations. All others are watched: a granule of memory that two threads touch within one execution, one of them
// writing, is found to be shared and reported in the execution's record. The execution itself goes on as it began; it
// is the explorer that extends the table and starts over.
//
// What has been touched is kept in one 32-bit entry per granule, at an address that follows from the granule's own.
// Entries carry the number of the execution (the epoch), so that nothing is cleared between executions; those that begin
// at a root share an epoch, and what each changes is undone. Ranges that
// cover a whole *stretch* of 8 KiB are kept in one entry for the stretch while nothing smaller touches it: freeing or
// filling a large block costs next to nothing. All of it lies outside the snapshot. In a forked child it is private, as
// it may be: it is about one execution, and what was found goes into the record.
#pragma once

#include <stdint.h>

#include "contract/channel.h"
#include "runtime/host.h"
#include "runtime/model.h"

namespace selvage::runtime {

// Called once, when the configuration is known.
void initialise_sharing();
// Takes in what the explorer has added to the table since the last call; at the beginning of a batch. Whether there was
// anything.
bool read_shared_table();
// A new execution, from the beginning: nothing has been touched in it.
void begin_watching();
// From now on, until touches are forgotten as a whole, executions begin at the root (root.h) or further on. What happened
// before happened once and counts for all of them.
void log_touches();
void stop_logging_touches();
// False: an execution has touched so much that it cannot be undone, and the next one has to start from the beginning.
bool touches_are_logged();

// A place in an execution that others begin at. Locations found before it stay in Host::found.
struct WatchMark {
  uint32_t patience;
  uint32_t found_count;
  uint64_t suspicious_from;
  uint64_t steps_seen;
  uint64_t idle_accesses;
  uint64_t constants_found;
  uint64_t change_count;
};
WatchMark watch_mark();
void watch_from(const WatchMark& mark);

// Nobody else gets as far as touching anything once a thread has ended the execution by a failure. So what it has accessed since
// its last step counts as shared: that is found in a second execution, in which all accesses after so many steps are reported.
inline constexpr uint64_t kReportsNothing = UINT64_MAX;

// For what is not found by watching accesses: constants of SharedLocation, objects. With Sharing::Full everything is
// shared.
bool is_shared(SharedLocation location);
// Reports the location in this execution's record, once.
void note_found(SharedLocation location);
// A thread reads it in a loop that it goes round, and code that is not seen may write it.
void note_polled(const void* address, uint64_t size);
// The same for a location with a mark, which the caller knows not to be in the table.
void report_location(SharedLocation location);

// The bits of an entry. Found to be shared is what was touched by several threads and written. An entry whose epoch is
// not the present one says nothing but whether it is in the table.
namespace touches {
inline constexpr uint32_t kInTable = 1;  // of a stretch: one of its granules is
inline constexpr uint32_t kWritten = 2;
inline constexpr uint32_t kSeveral = 4;  // touched by other threads than the one named, too
inline constexpr uint32_t kWhole = 8;    // of a stretch: the entry holds for those of its granules that have none
inline constexpr uint32_t kGuarded = 8;  // of a granule that is in the table
inline constexpr uint32_t kUneven = 16;  // of a stretch: some of its granules have entries
// Of a granule that is not in the table: it was handed to the thread named (argument_blocks.h),
inline constexpr uint32_t kUntouched = 8;  // which has not touched it since; what its creator did counts as its own
inline constexpr uint32_t kKept = 16;      // and nobody else may touch it; nobody at all if it is untouched
inline constexpr unsigned kThreadShift = 5;
inline constexpr unsigned kEpochShift = 16;
inline constexpr uint32_t kEpochStep = 1u << kEpochShift;
static_assert(2 * kMaxThreads <= 1u << (kEpochShift - kThreadShift));

// Addresses are folded to 46 bits: the executable and the libraries then lie in gaps between the other regions.
inline constexpr uint64_t kFoldedSpace = uint64_t{1} << 46;
inline constexpr uint64_t kGranuleEntries = address::kWatch;
inline constexpr uint64_t kGranuleEntriesSize = kFoldedSpace / kSharingGranule * sizeof(uint32_t);

inline uint32_t& entry_of(uint64_t address) {
  return reinterpret_cast<uint32_t*>(kGranuleEntries)[address % kFoldedSpace / kSharingGranule];
}
}  // namespace touches

// What is at hand for every access; the rest of the state lies behind it.
struct Watch {
  uint32_t epoch;            // shifted to where entries have it
  uint32_t patience;         // accesses until somebody looks whether the threads get anywhere
  uint64_t suspicious_from;  // number of steps; see watch_closely
};
// Behind the entries of granules, but not where a cache would take it for the model (see namespace address).
inline constexpr uint64_t kWatchState = address::kWatch + touches::kGranuleEntriesSize + 0x3'0800;
inline Watch& watch() { return *reinterpret_cast<Watch*>(kWatchState); }

// The entry of what only this thread has read in this execution. A signal handler counts as another thread: it runs
// between any two operations of the one that it interrupts, so that what both touch has to be scheduling points.
inline uint32_t own_entry(const Thread& t) {
  return watch().epoch | (uint32_t{t.number} * 2 + t.interrupted) << touches::kThreadShift;
}

// Whether an operation on memory need not be announced: its kind is watched, and nothing of what it touches is in the
// table. It has then been noted.
//
// This is also where a thread is met that waits by reading again and again. Others cannot run, for nothing that it does
// is a scheduling point, and so they are never seen to touch what it reads. When a thread has gone on for too long
// without a step, or the execution is about to run out of steps, what is read counts as found; and the execution ends
// once something was found.
bool only_watched(const Thread& self, Operation operation, uint64_t address, uint64_t size);
// Of an access that does not matter only the number counts, towards what a thread may do without a step. True.
bool passes_unwatched(const Thread& self, Operation operation);

// The same where it is known at once, as it is most of the time: the thread has touched the granule before, and nobody
// else has.
inline bool touched_before(Operation operation, const void* memory, uint64_t size) {
  using namespace touches;
  Host& h = host();
  Watch& w = watch();
  auto address = reinterpret_cast<uint64_t>(memory);
  if (!h.watched.contains(operation) || address % kSharingGranule + size > kSharingGranule) return false;
  if (h.flags & kRecordValues) [[unlikely]]
    return false;
  bool reads = operation == Operation::Read || operation == Operation::AtomicLoad;
  const Thread& self = current_thread();
  // What it writes to its own memory in a loop is part of the state that it comes round in.
  if (self.follows_loops || (self.follows_rounds && (!reads || h.unseen_code))) return false;
  uint32_t& entry = entry_of(address);
  uint32_t own = own_entry(self);
  if (reads ? (entry & ~kWritten) != own : entry != (own | kWritten)) return false;
  if (h.step_index >= w.suspicious_from || w.patience <= 1) return false;
  w.patience--;
  return true;
}

// Of memory that is in the table: all of it is guarded, so that accesses are recorded but not announced. A thread that makes
// very many of them in one step may be waiting there for ever: then it is found that they have to be announced.
bool is_guarded(uint64_t address, uint64_t size);

// Memory that a thread hands to another one, which it is about to create: what it has done there comes before all that the other
// one does, so that the two do not share it.
enum class HandedOver : uint8_t {
  Yes,
  Shared,        // it is in the table
  UsedByOthers,  // than the creator
};
HandedOver hand_over(uint64_t begin, uint64_t size, const Thread& creator, const Thread& child);
// A granule that was handed over: from here on it is found (contract/argument_blocks.h) who else touches it, or whoever does.
// False: that has happened already.
bool keep_for(const Thread& owner, uint64_t granule, bool even_from_owner);
// The same for everybody, whatever happened; the thread frees it.
void keep_from_all(uint64_t granule, const Thread& self);
// To the creator, who has joined the thread that it was handed to: the same the other way round.
void give_back(uint64_t granule, const Thread& owner, const Thread& creator);

// An operation that is announced for another reason also reads memory.
void watch_read(const Thread& self, const void* address, uint64_t size);

}  // namespace selvage::runtime
