// The runtime's own state: everything that survives a restart. It lies outside the snapshot, at a fixed address,
// so that restoring the program's memory does not touch it. What must be as it was at the snapshot belongs into
// the Model instead (model.h), where the restore brings it back without further ado.
#pragma once

#include <stdint.h>

#include "contract/atoms.h"
#include "contract/channel.h"
#include "contract/dependence.h"
#include "contract/positions.h"

namespace selvage::runtime {

// Why the host has control although the execution goes on.
enum StoppedAt : uint32_t { kNotStopped = 0, kStoppedAtRoot, kStoppedAtBase };
inline constexpr uint64_t kNoBase = ~uint64_t{0};
inline constexpr unsigned kSleepFilterBits = 10;

// Of atoms.h: what the explorer has handed over.
inline constexpr unsigned kMaxAtomGranules = 4096;
struct AtomTable {
  uint32_t code_count;
  uint32_t granule_count;
  SharedLocation code[kMaxAtomCode];
  uint64_t granules[kMaxAtomGranules];  // that atoms read: a set, by hash
};

// Of positions.h: the functions that atoms ask for.
struct PositionTable {
  uint32_t count;
  uint32_t entries;  // positions of which the entry is asked for, as bits
  uint64_t filter;   // remainders of the sites, as bits
  struct {
    uint32_t site, position;
  } functions[kMaxPositionFunctions];
};

// Of secrets.h: what the explorer has handed over.
struct SecretPlace {
  uint64_t address;  // 0: what selvage_secret names
  uint32_t bytes;
  uint32_t first_range, range_count;
};
struct SecretRange {
  int64_t low, high;
};
struct SecretTable {
  uint32_t place_count;
  uint32_t range_count;
  SecretPlace places[kMaxSecretPlaces];
  SecretRange ranges[kMaxSecretRanges];
};

// Of policies that draw (drawing.h), since the schedule began.
struct DrawingState {
  uint32_t changes[kMaxChanges];     // steps that lower a priority
  uint32_t intended;                 // the thread that goes next on the object; kMaxThreads: not drawn yet
  uint32_t given_way;                // how often threads have
  uint64_t priorities[kMaxThreads];  // 0: not drawn yet
  uint32_t remaining[kMaxThreads];   // operations on the object that threads are still expected to do
};

struct Host {
  ControlBlock* control;
  Configuration configuration;

  // The schedule being executed.
  const Step* steps;
  uint64_t step_count;
  uint64_t step_index;  // steps taken in this execution
  Policy policy;
  uint32_t flags;
  uint32_t only_random;          // no prefix and no sleepers: every step is a draw
  uint32_t silent_accesses;      // plain accesses are neither scheduling points nor logged
  uint32_t watches_atoms;        // there are some
  uint32_t every_state;          // kEveryState is in the table
  uint32_t unseen_code;          // kUnseenCode is
  uint32_t unseen_synchronises;  // code that is not seen and may synchronise was called (unseen_calls.h)
  uint32_t chosen_instructions;  // some plain accesses are points by their instruction (chosen_points.h)
  uint32_t chosen_functions;     // points count in some functions only
  OperationSet watched;          // operations that are scheduling points only on shared locations; see sharing.h
  uint64_t random_state;
  uint64_t random_drawn;    // for the next choice
  Drawing drawing;          // of the schedule
  const uint32_t* weights;  // of its threads
  const Sleeper* sleepers;  // in the order in which they fall asleep
  uint32_t sleeper_count;
  uint32_t sleepers_done;  // those that have
  const Footprint* sleeper_footprints;
  const char* slept_until;   // events before here have been looked at for whom they wake
  uint32_t footprints_done;  // of the sleepers that have fallen asleep
  uint32_t sleep_filter_off;
  uint64_t sleep_filter[(1u << kSleepFilterBits) / 64];  // what sleepers would touch; see sleep_set.cpp
  const uint32_t* bases;  // wanted by the schedule (bases.h), those that are still to come
  const uint32_t* bases_end;
  uint64_t base_at;  // the next of them; kNoBase: none
  uint64_t
      reports_from;  // after so many steps all memory that is accessed counts as shared; kReportsNothing (sharing.h)

  // Where its result goes.
  ExecutionRecord* record;
  char* cursor;  // end of what has been written
  char* limit;
  uint64_t event_count;
  uint32_t enabled_words;  // words in each event's enabled set
  Event* last_event;
  uint32_t record_from;           // steps whose events are only hashed
  uint32_t wants_livelock_shown;  // the schedule has kShowLivelock; kept where the record is closed early
  uint32_t fair_livelock;         // this execution was seen to end in one, and is executed once more
  uint32_t found_count;
  uint64_t prefix_hash;
  uint64_t hash_before_step;        // the last one that was hashed, which is the scratch event
  SharedLocation found[kMaxFound];  // newly found shared in this execution
  Event scratch_event;              // stands in for the last event where none is recorded
  // With kRecordValues: where the value goes that the last update leaves in memory, and where in memory that is.
  uint64_t* unsettled;  // null: nowhere
  uint64_t unsettled_address;
  uint32_t unsettled_size;

  // The execution's end, filled in by finish_execution.
  uint32_t ended;
  uint32_t fatal_signal;
  uint64_t fault_address;
  Defect defect;
  const struct Block* block;  // that the defect is about; null: none
  int32_t child_process;      // fork restart: the process that executes, seen from the host

  void* stack_pointer;        // of the host's own context, while a thread runs
  uint64_t main_thread_base;  // FS base of the process's first thread
  uint32_t snapshot_taken;
  uint32_t wants_root;         // the first decision of this execution is the root (root.h)
  uint32_t stopped;            // why the host has control: StoppedAt
  uint32_t root_refused;       // what comes before the root cannot be left out
  uint32_t levels_mapped;      // address space for bases is there (base_memory.h)
  uint32_t in_host;            // allocation by the runtime itself: kept apart from the program's
  uint64_t ran[kThreadWords];  // threads that ran, or whose stack was made, since memory was last restored
  uint32_t running_ahead;      // look_ahead.h
  uint32_t events_in_step;     // recorded in the present one without being points
  uint32_t guarded_in_step;    // accesses to guarded memory (sharing.h) in the present one
  uint32_t reads_deadline;     // the next look at the clock is for a deadline (clock.h)
  uint32_t reads_instant;      // the time is compared with something at once, and used for nothing else
  // Large, and seldom looked at: behind what every step looks at.
  DrawingState drawn;
  AtomTable atoms;
  SecretTable secrets;
  PositionTable positions;
};

inline constexpr uint64_t kHostSize = 0xa0'0000;  // 10 MiB: Host, then what is below
inline constexpr uint64_t kHostStackSize = 0x8'0000;
inline constexpr uint64_t kSignalStackSize = 0x4'0000;
inline constexpr uint64_t kHostStack = address::kHost + 0x10'0000;
inline constexpr uint64_t kSignalStack = kHostStack + kHostStackSize + 0x1'0000;

inline constexpr uint64_t kAheadState = address::kHost + 0x40'0000;  // of look_ahead.h, with a copy of a stack
inline constexpr uint64_t kAheadStateSize = 0x20'0000;

inline constexpr uint64_t kRemembered = address::kHost + 0x60'0000;  // of spinning.h
inline constexpr uint64_t kRememberedSize = 0x40'0000;

inline Host& host() { return *reinterpret_cast<Host*>(address::kHost); }

inline void note_running(unsigned thread) { host().ran[thread / 64] |= uint64_t{1} << (thread % 64); }

// The two questions that every intercepted call asks first. Both are false in a program that was started without
// the explorer, and the call then goes straight to the C library.
extern bool modelling_flag;  // the explorer is there; objects are modelled from the start of main
extern bool exploring_flag;  // the snapshot point has been passed; operations are scheduled
inline bool modelling() { return modelling_flag; }
inline bool exploring() { return exploring_flag; }

}  // namespace selvage::runtime
