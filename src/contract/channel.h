// The channel: one shared mapping between the explorer and the program under test.
//
//   [ ControlBlock | schedules | results ]
//
// The explorer creates it as a memory file, passes its descriptor in the environment variable kChannelVariable,
// and starts the program. The program runs up to its *snapshot point* (the first time it becomes multithreaded),
// sets `phase` to Ready and waits. The explorer writes a batch of schedules and increments `batch_posted`; the
// program executes them, appends one ExecutionRecord each to the results, and increments `batch_finished`.
// Both words are futexes. Nothing the explorer reads back is trusted: the program may have overwritten it.
#pragma once

#include <stdint.h>

#include "contract/exit_statuses.h"
#include "contract/operations.h"

namespace selvage {

inline constexpr uint32_t kContractVersion = 29;
inline constexpr uint64_t kChannelMagic = 0x31304547'41564c53;      // "SLVAGE01"
inline constexpr const char* kChannelVariable = "SELVAGE_CHANNEL";  // value: the descriptor's number

inline constexpr unsigned kMaxThreads = 1024;  // in one execution
inline constexpr unsigned kThreadWords = kMaxThreads / 64;
inline constexpr unsigned kMaxModules = 64;
inline constexpr unsigned kMaxWaitingLoops = 64;
inline constexpr unsigned kMaxLibraryCalls = 256;
inline constexpr unsigned kMaxStackDepth = 64;
inline constexpr unsigned kMessageSize = 1024;

// Where things are in the program. Address randomisation is off, and these do not move either. Processors look up their
// first-level cache by the lower bits of an address (28 on some): what is used together must differ in these, or each
// access drives out the other.
namespace address {
inline constexpr uint64_t kHeap = 0x1000'0000'0000;           // one arena per thread
inline constexpr uint64_t kHeapArenaSize = 0x1'0000'0000;     // 4 GiB
inline constexpr uint64_t kHeapShadow = 0x1500'0000'0000;     // which of the heap is live; part of the snapshot
inline constexpr uint64_t kHeapShadowSize = 0x41'0000'0000;   // 260 GiB of address space
inline constexpr uint64_t kLeakMarks = 0x1600'0000'0000;      // blocks met in the search for leaks
inline constexpr uint64_t kLeakMarksSize = 0x20'0000'0000;    // 128 GiB of address space
inline constexpr uint64_t kMappings = 0x1800'0000'0000;       // the program's own mmap calls, one range per thread
inline constexpr uint64_t kMappingArenaSize = 0x4'0000'0000;  // 16 GiB
inline constexpr uint64_t kStacks = 0x3000'0000'0000;         // one slot per thread, guard page at the low end
inline constexpr uint64_t kStackSlotSize = 0x400'0000;        // 64 MiB of address space
inline constexpr uint64_t kThreadStorage = 0x3200'0000'0000;  // C library thread-local storage, one slot per thread
inline constexpr uint64_t kThreadStorageSlotSize = 0x2'0000;  // 128 KiB
inline constexpr uint64_t kThreadImages = 0x3300'0000'0000;   // what storage looks like in a new thread
inline constexpr uint64_t kModel = 0x3400'0000'0000;          // modelled objects; part of the snapshot
inline constexpr uint64_t kModelSize = 0x1000'0000;           // 256 MiB of address space
inline constexpr uint64_t kHost = 0x3500'0000'5000;           // the runtime's own state; outside the snapshot
inline constexpr uint64_t kChannel = 0x3600'0000'a000;        // this mapping
inline constexpr uint64_t kSavedPages = 0x3700'0000'c000;     // page contents at the snapshot
inline constexpr uint64_t kSavedPagesSize = 0x10'0000'0000;   // 64 GiB of address space
inline constexpr uint64_t kBasePages = 0x3b00'0000'0000;      // page contents at the bases (see Schedule)
inline constexpr uint64_t kBasePagesSize = 0x10'0000'0000;    // 64 GiB of address space
inline constexpr uint64_t kWatch = 0x5800'0000'0000;       // who touched what (Sharing::Dynamic); outside the snapshot
inline constexpr uint64_t kWatchSize = 0x2010'0000'0000;   // address space; used as far as the program's memory is
inline constexpr uint64_t kRuntimeEnd = 0x4000'0000'0000;  // of what the runtime has in the snapshot
}  // namespace address

enum class Carrier : uint32_t { Fibers, OsThreads };
enum class Restart : uint32_t { Snapshot, Fork };
enum class TimeoutMode : uint32_t {
  Explore,  // a timed wait may time out whenever its thread is scheduled
  Late,     // only when nothing else can run
  Never,
};

// Where the executions of a program part from each other, and memory is restored to.
enum class Root : uint32_t {
  FirstThread,  // the first time that the program becomes multithreaded
  FirstChoice,  // the first scheduling decision: what comes before is the same in all executions and executed once
};
// Which accesses to memory are scheduling points, of those whose operation is in `points`.
enum class Sharing : uint32_t {
  Full,     // all
  Dynamic,  // those to locations in the table of shared locations; others are only watched (see SharedLocation)
};

// Written by the explorer before the program starts.
struct Configuration {
  Carrier carrier;
  Restart restart;
  TimeoutMode timeouts;
  uint32_t spurious_wakeups;  // 1: a waiting thread may also wake without a signal
  OperationSet points;        // which operations are scheduling points
  uint64_t max_steps;         // per execution; past it the execution ends with Outcome::StepLimit
  uint32_t processor_count;   // what the program is told
  uint32_t capture_output;    // 1: standard output and error go to output_fd / error_fd
  int32_t output_fd;          // memory files, shared with the explorer; rewound at every restart
  int32_t error_fd;
  int32_t scratch_fd;  // directory for files that the program writes; -1: none
  Root root;
  Sharing sharing;
  uint32_t memory_checks;  // 1: accesses to freed memory and to red zones of the heap end the execution
  uint32_t leak_check;     // 1: memory that was never freed is a MemoryError at the end of the program
  int32_t nondet_low;      // __VERIFIER_nondet_* takes a value from this range
  int32_t nondet_high;
  uint32_t spin;              // 1: there are processors enough to wait a moment for the next batch without sleeping
  int64_t start_time;         // seconds since the epoch that the virtual clock starts from
  uint64_t random_seed;       // for the program's own getrandom, random_device, ...
  uint64_t quarantine_bytes;  // freed memory kept from reuse, per thread
  uint32_t fair;              // 1: a thread that goes round a loop without changing anything waits (docs/spinning.md)
  uint32_t relevant;          // Influence (facts.h): accesses that have none of these do not matter; 0: all accesses do
  uint32_t
      exact_points;   // 1: operations in `points` are never executed together with the step before (docs/campaigns.md)
  uint32_t symmetry;  // 1: of threads that are alike, each takes its first step after the one before (docs/symmetry.md)
  uint32_t flow;      // FlowFlags
  uint32_t awaited_assumptions;  // 1: atomic blocks wait for the assumptions that they begin with (docs/assumptions.md)
  uint32_t temporal;             // TemporalFlags (atoms.h)
  uint32_t knows_blocks;  // 1: which block of the heap an address lies in is known, also where memory is not checked
  ExitStatuses allowed_statuses;  // with another one something went wrong
};
// It is compared byte by byte.
static_assert(__has_unique_object_representations(Configuration));

// Information flow (docs/flow.md). Values of secrets and what public variables are come with the table of shared locations.
enum FlowFlags : uint32_t {
  kFlow = 1,               // selvage_secret and selvage_observe do something
  kFlowSecretsAtMain = 2,  // variables get secret values where main begins: that is the snapshot point
  kFlowJoint = 4,          // in which order different channels are written to can be seen
  kFlowOutput = 8,         // standard output is seen
};

enum class Phase : uint32_t {
  Starting,  // main has not reached the snapshot point
  Ready,     // waiting for schedules
  Running,
  SingleThreaded,  // the program ended before it became multithreaded: results hold its only execution
  Failed,          // cannot go on; failure_message says why
};

// A thread is its creation path. The dense number of a path is agreed here once for the whole run: the program
// appends paths that it meets for the first time, and the explorer carries the table over to a new process.
struct ThreadPath {
  uint16_t parent;
  uint16_t child_index;  // how many-th thread that its parent created
};

// A channel that the program observes values on; `object` is that of its events.
struct ObservedChannel {
  uint64_t object;
  char name[56];
};
inline constexpr unsigned kMaxChannels = 64;
// Objects of such channels: no memory lies there.
inline constexpr uint64_t kFirstChannelObject = 0x7000'0000'0000;

struct LoadedModule {
  uint64_t load_address;  // difference between run-time addresses and those in the file
  uint32_t site_base;     // 0: not instrumented
  uint32_t site_count;
  char path[240];
};

// What has to be a scheduling point although the configuration alone does not say so. The program finds them, by
// watching (ExecutionRecord::found_count); the explorer collects them and hands the table to every process. A location
// is a granule of memory that two threads have touched in one execution, one of them writing; or a mutex that
// something other than a blocking lock looks at; or one of the constants below.
//
// A granule whose accesses all hold the same mutex, as far as executions have shown, is *guarded*: what is done to it is
// recorded, but is no scheduling point. The explorer says so, and takes it back, by further entries; the last one counts.
using SharedLocation = uint64_t;
inline constexpr uint64_t kSharingGranule = 8;  // locations in memory are multiples of it
// In the lowest bits of a granule's address: it is guarded. Two entries follow: the mutexes that guard its first and its
// second half, with another mark. In place of none stands the granule: only creation and join of threads keep the accesses
// to that half apart.
inline constexpr SharedLocation kGuardedMark = 1;
inline constexpr SharedLocation kGuardMark = 5;
// Threads go round loops so often that they are looked at whether they come back to a state that they were in.
inline constexpr SharedLocation kManyRounds = 2;
// States are told apart: each step carries a hash of the state behind it (object of AtomValues), and no thread is stopped
// because it comes round.
inline constexpr SharedLocation kEveryState = 4;
// A look and the update behind it are not always one step (docs/spinning.md).
inline constexpr SharedLocation kLooksMatter = 3;
// In the lowest bits of what the explorer notes for itself: a granule's address, where writes to it that are overwritten can
// be read; or, with the highest bit, a critical section that does not always do the same.
inline constexpr SharedLocation kReadMark = 3;
// Threads wait in loops, so that no two updates commute. Found by the explorer.
inline constexpr SharedLocation kUpdatesOrdered = 6;
// Threads send signals to each other. Found by the explorer, which goes about it another way then (docs/optimal.md).
inline constexpr SharedLocation kThreadsSignal = 5;
// Threads that were taken to be alike can be told apart (docs/symmetry.md).
inline constexpr SharedLocation kThreadsToldApart = 7;
inline constexpr SharedLocation kThreadExits = 1;  // the moments in which threads begin and end can be observed
// Where a thread fails, others can go before that (runtime/failing.h). No memory has this address.
inline constexpr SharedLocation kFailureSteps = 5 * kSharingGranule;
// Code takes part whose accesses are not seen: memory that a thread polls is shared, though no other thread was seen to touch
// it. Entered by the explorer.
inline constexpr SharedLocation kUnseenCode = 6 * kSharingGranule;
// Signals are sent to the process while there are several threads: ends of handlers, which change masks, are steps.
inline constexpr SharedLocation kProcessSignals = 7 * kSharingGranule;
inline constexpr unsigned kMaxFound = 1024;  // reported by one execution

struct ControlBlock {
  uint64_t magic;
  uint32_t version;
  uint32_t phase;  // Phase; written by the program
  uint64_t schedules_offset, schedules_size;
  uint64_t results_offset, results_size;
  uint64_t shared_offset, shared_size;  // table of SharedLocation; it only grows
  uint64_t shared_count;                // read by the program at the beginning of a batch
  Configuration configuration;

  alignas(64) uint32_t batch_posted;    // futex; explorer writes
  uint32_t schedule_count;              // schedules in the batch
  alignas(64) uint32_t batch_finished;  // futex; program writes
  uint32_t executions_done;             // records in the results; fewer than asked when the results area is full
  uint64_t results_used;                // bytes
  alignas(64) uint64_t heartbeat;       // steps executed, all executions together; the watchdog looks at it
  uint32_t executing;                   // index of the schedule being executed
  uint32_t current_thread;
  uint64_t executions_total;
  uint64_t dirty_pages;      // size of the grow-only dirty set
  uint64_t restored_pages;   // that an execution can find written since the root; 0: there is no root
  uint64_t allocated_bytes;  // most that any execution had allocated

  // Futex. The process that stands still, with all its threads where they were when the execution ended; the explorer
  // sets it to 0 to let it go on.
  uint32_t standing_process;

  // Sites of loops in which threads were seen to wait by going round; written by the program.
  uint32_t waiting_loop_count;
  uint32_t waiting_loops[kMaxWaitingLoops];

  // Sites of calls of library functions that were made while there were several threads, and of which it is not known what
  // they do to memory; written by the program.
  uint32_t library_call_count;
  uint32_t library_calls[kMaxLibraryCalls];

  // Channels that the program has named so far (selvage_observe); written by the program.
  uint32_t channel_count;
  ObservedChannel channels[kMaxChannels];

  uint32_t thread_count;  // paths known; number 0 is main
  uint32_t module_count;
  ThreadPath threads[kMaxThreads];
  LoadedModule modules[kMaxModules];
  uint32_t failure_code;  // exit code of the design (2, 3, 4)
  char failure_message[kMessageSize];
};

// --- schedules -------------------------------------------------------------------------------------------------

struct Step {
  uint16_t thread;
  uint16_t alternative;
};

// In the last step of a prefix: alternative 0 if the thread can go on there; otherwise the step is left out.
inline constexpr uint16_t kIfEnabled = UINT16_MAX;

// A thread that the policy does not choose from the state after `from` steps on, until something has been executed that
// is dependent with what it would do: the footprints, or, where there are none, the operation that it has announced.
struct Sleeper {
  uint16_t thread;
  uint16_t footprint_count;
  uint32_t from;
};

// What a ProcessExit is.
namespace process_end {
inline constexpr uint64_t kBegin = 0;           // exit: exit handlers come next
inline constexpr uint64_t kBehindHandlers = 1;  // the end of these, where others may have noticed any of them
inline constexpr uint64_t kAtOnce = 2;          // _exit
}  // namespace process_end

// What happens after the prefix.
enum class Policy : uint32_t {
  // Stay on the thread while it can go on, else the lowest-numbered awake one that can; alternative 0. The program's end
  // is put off while anything else can run.
  Continue,
  Random,  // uniformly among the enabled threads, then uniformly among the alternatives
  Stop,    // end the execution with Outcome::PrefixDone
  // The following draw as well; Drawing has what else they go by (src/runtime/drawing.h).
  ByPriority,      // the thread of the highest priority, which is lowered at some steps
  ByPartialOrder,  // the operation of the highest priority, drawn anew after operations that it depends on
  ByWeight,        // the order of the operations on one object uniformly, everything else at random
};

constexpr bool draws(Policy policy) { return policy != Policy::Continue && policy != Policy::Stop; }

struct Drawing {
  uint64_t object = 0;        // ByWeight: an address in the granule whose operations are ordered; 0: all operations are
  uint32_t length = 0;        // ByPriority: steps that an execution has
  uint32_t changes = 0;       // ByPriority: how many of them lower the priority of the thread that is to take them
  uint32_t weight_count = 0;  // ByWeight: of threads, by number; others have 0
  uint32_t reserved = 0;
};
inline constexpr uint32_t kMaxChanges = 32;

enum ScheduleFlags : uint32_t {
  kRecordEvents = 1,    // write events into the result, not only the outcome
  kRecordStacks = 2,    // each event is followed by its call stack
  kRecordLocal = 4,     // also events that are no scheduling points (flag kEventLocal)
  kStandAtEnd = 8,      // stand still where the execution ends, for others to look at (ControlBlock::standing_process)
  kRecordValues = 16,   // each event is followed by what an atomic update left in memory, and by blocks of the heap;
                        // also accesses to memory that is not in the table of shared locations, as far as there is room
  kShowLivelock = 32,   // a loop that threads take together is gone round kRoundsShown times before the execution ends
  kLeaveOutEnded = 64,  // threads that have ended are not in the list of threads
};

inline constexpr uint32_t kRoundsShown = 10;

// Schedules of a batch that begin with the same steps need not all execute them. A *base* is the state after some steps of
// a schedule: kept, it is where those that follow can begin. A hint: programs are free to start from the beginning.
inline constexpr unsigned kMaxBases = 4;

struct Schedule {
  uint32_t bytes;  // this header and what follows it, rounded up to 8: offset of the next schedule
  uint32_t flags;
  Policy policy;
  uint32_t step_count;
  uint64_t seed;
  uint32_t sleeper_count;
  // Events of this many first steps are not written, only hashed (prefix_hash). No further than where the first sleeper
  // falls asleep: the events are what wakes it.
  uint32_t record_from;
  uint32_t footprint_count;
  uint32_t shared_steps;  // so many first steps are those of the schedule before it in the batch
  uint32_t
      bases[kMaxBases];  // to be kept after so many steps, ascending; 0: none. No further than record_from, nor than
                         // where the first sleeper falls asleep; shared_steps are neither
  Drawing drawing;
  // Sleeper sleepers[sleeper_count];        in the order of `from`
  // Footprint footprints[footprint_count];  of the sleepers, in their order (see dependence.h)
  // Step steps[step_count];
  // uint32_t weights[drawing.weight_count];  operations that a thread is expected to do on the drawing's object
};

// --- results ---------------------------------------------------------------------------------------------------

enum class Outcome : uint8_t {
  Completed,    // the program ended; status is its exit status
  Deadlock,     // threads remain and none can go on
  Assertion,    // assert, __VERIFIER_error, reach_error
  Abort,        // abort, uncaught exception, std::terminate
  Crash,        // fatal signal; signal and fault_address are set
  Misuse,       // a primitive used against its rules, where going on would be undefined
  MemoryError,  // double free, bad free, ...
  StepLimit,
  Stuck,         // the watchdog ended a thread that ran too long without a visible operation
  AssumeFailed,  // pruned by the program's own assumption; not a finding
  PrefixDone,
  Unmodelled,        // a call that cannot be modelled; message names it
  SleepBlocked,      // every thread that could go on was asleep: covered by another execution
  ScheduleMismatch,  // the prefix chose a thread that cannot go on, or an alternative that is not there
  Killed,            // fatal signal with default action sent by the program itself
  Livelock,          // nobody can go on but by going round a loop in which nothing changes
};

enum EventFlags : uint8_t {
  // Of accesses to memory; set by the explorer, which knows what the program's analyses say (docs/commuting.md).
  kEventOverwritten = 1,  // a write: nobody sees it
  kEventCommutes = 2,     // with those of the same address, size and value
  kEventUpdates = 1,      // with kEventCommutes: the value is a kind of update (facts.h), not what is written

  kEventFailed = 1,  // trylock that did not acquire, compare-exchange that did not exchange, ...
  kEventTimedOut = 2,
  kEventWatched = 2,  // accesses to memory, with kRecordValues: it is not in the table of shared locations
  kEventSpurious = 4,
  kEventSpin = 4,      // accesses to memory and attempts to lock: in another state it waits by going round a loop; with
                       // kEventLocal, the look that comes before the update which it stands behind; atomic blocks: in
                       // another state it waits for its assumptions
  kEventLocal = 8,     // logged inside a transition, not a scheduling point
  kEventMisuse = 16,   // against the rules, but with a defined error return
  kEventTimed = 32,    // it can go on by itself: a deadline, a spurious wake-up, or an attempt that does not wait
  kEventUnseen = 32,   // an unlock, the end of an atomic block: code ran meanwhile whose accesses are not seen
  kEventSeen = 32,     // changes of memory: atoms of temporal properties read it (atoms.h)
  kEventAcquire = 64,  // atomics: the memory order asked for
  // Of a mutex: locked and unlocked in one transition, which only accesses memory meanwhile; of an atomic block: entered
  // and left in one. Set by the explorer.
  kEventSection = 64,
  kEventRelease = 128,
  // Of a cancellation or a signal: of the orders in which it can reach the thread some may not be found.
  kEventInexact = 64,
  // Of an object that is not memory: whoever cancels or signals a thread looks at what that one waits for.
  kEventStruck = 128,
  // Of a signal: for the process, so that it may reach any thread. Of changes of the own mask and waits for signals: one of
  // those may be taken.
  kEventToProcess = 128,
};

// In the value of operations on locks (operations.def): another thread held the lock, and held it alone; of an unlock, the
// thread did.
inline constexpr uint64_t kExclusively = uint64_t{1} << 63;

// Of an access to memory with flag kEventSpin: before how many of the last modifications of what it accesses, newest first,
// it would have waited. Value of SpinWait, and of ThreadRecord.
namespace loop_wait {
inline constexpr uint64_t kPresent = 1;  // it waits still
inline constexpr uint64_t kOpen = 2;     // and perhaps before more of them: what was there before is not known
constexpr uint64_t make(uint64_t writes, bool present, bool open) {
  return writes * 4 + (present ? kPresent : 0) + (open ? kOpen : 0);
}
constexpr uint64_t writes(uint64_t value) { return value / 4; }
}  // namespace loop_wait

struct Event {
  uint16_t thread;
  Operation operation;
  uint8_t flags;
  uint16_t alternative;
  uint16_t alternatives;  // how many there were
  uint32_t site;
  uint32_t size;  // bytes accessed
  uint64_t object;
  uint64_t value;
  // uint64_t enabled[enabled_words];   threads that could have gone, in the state before this event; absent in
  //                                    local events (enabled_words stands in the ExecutionRecord)
  // uint64_t written, is_known;        with kRecordValues: what an update or a compare-exchange left in memory
  // HeapBlock of_object, of_value;     with kRecordValues: where the object lies, and what the value points into
  // uint64_t stack_depth; uint64_t frames[stack_depth];   with kRecordStacks
};
static_assert(sizeof(Event) == 32);

// A block of the heap, live or freed.
struct HeapBlock {
  uint64_t address;  // 0: it is none, or it is not known
  uint32_t size;
  uint32_t site;  // of the call that allocated it
};

inline constexpr unsigned kValueWords = 2 + 2 * sizeof(HeapBlock) / sizeof(uint64_t);  // with kRecordValues

enum class ThreadState : uint8_t { NotCreated, Alive, Exited };

// How every thread stood when the execution ended.
struct ThreadRecord {
  uint16_t thread;
  ThreadState state;
  Operation pending;  // what it was about to do
  uint8_t enabled;
  uint8_t flags;  // EventFlags, as far as they are known beforehand
  uint16_t size;  // of an access to memory
  uint32_t site;
  uint32_t begin_site;  // where it was created
  uint64_t object;
  uint64_t value;      // of an access with kEventSpin: see loop_wait
  uint32_t loop_site;  // it waits by going round this loop; 0: it does not
  uint8_t held_back;   // 1: it could go on, but for another that is like it and goes first
  uint8_t is_endless;  // 1: it is in a function that never returns
  uint16_t
      may_go_on;      // 1: it would not wait for ever: a deadline passes, explored or not; or its looks are out of date
  uint64_t found;     // where it does: what is in the memory that it looks at
  uint64_t function;  // address of what it was started with; 0 for main
  // Where it waits in a library: the return address in the code that called it. 0: its site says it, or it is not known.
  uint64_t caller;
};

// Locks held when the execution ended: who holds what, and where it was acquired.
struct HeldRecord {
  uint64_t object;
  uint16_t thread;
  ObjectKind kind;
  uint8_t shared;  // 1: held for reading
  uint32_t site;
};

// What kind of memory error or crash ended an execution.
enum class Defect : uint8_t {
  None,
  UseAfterFree,
  HeapOverrun,  // into a red zone, on either side
  DoubleFree,
  BadFree,  // of what was never allocated
  Leak,
  StackOverflow,
};

// Continues a hash of the steps of an execution; the explorer computes the same over what it knows of them, so that a
// program that goes another way under the same schedule is found out.
constexpr uint64_t hash_step(uint64_t hash, uint16_t thread, Operation operation, uint16_t alternatives, uint32_t site,
                             uint64_t object) {
  uint64_t what = (uint64_t{thread} << 48) ^ (static_cast<uint64_t>(operation) << 40) ^ (uint64_t{alternatives} << 32) ^
                  site ^ (object * 0x9e3779b97f4a7c15u);
  hash = (hash ^ what) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

struct ExecutionRecord {
  uint32_t magic;     // kRecordMagic
  uint32_t schedule;  // index in the batch
  uint64_t bytes;     // offset of the next record
  Outcome outcome;
  uint8_t enabled_words;  // words in every event's enabled set
  uint16_t thread;        // the thread that ended the execution
  int32_t status;         // exit status
  uint32_t signal;
  uint32_t site;  // where it ended, if known
  uint64_t fault_address;
  uint64_t step_count;
  uint64_t event_count;
  uint64_t events_bytes;
  uint32_t thread_count;
  uint32_t held_count;
  uint32_t stack_depth;
  uint32_t message_bytes;
  uint32_t found_count;  // locations that this execution showed to be shared and that are not in the table
  Defect defect;
  uint8_t status_refused;   // 1: the program ended with an exit status that the configuration does not allow
  uint8_t nondet_narrowed;  // 1: __VERIFIER_nondet_* chose from fewer values than its type has
  uint8_t went_on;          // 1: the program went on behind what is recorded (runtime/fair_continuation.h)
  uint32_t
      loop_steps;  // of a livelock that was shown: steps of one round. The last ones of the execution are such rounds
  uint32_t loop_rounds;  // how many; 0: none was shown
  // Steps before its rounds that are not those of the schedule, but lead from its end to them.
  uint32_t continued_steps;
  uint32_t called_unseen;  // 1: the thread that ended it called code that is not seen since its last step
  uint64_t loop_state;     // hash of the state at the beginning and at the end of each of them
  // Of a livelock that was found by going on fairly: hash of the loops that the threads go round. 0: how they stood tells.
  uint64_t loops;
  uint64_t prefix_hash;  // hash_step over the first record_from steps, beginning with 0
  // Length of captured output after this execution; recorded with kRecordEvents, and for the last of a batch.
  uint64_t output_bytes;
  uint64_t error_bytes;
  // Of a memory error: the block of the heap that it is about.
  uint64_t block;  // its address; 0: it is about none
  uint32_t block_size;
  uint32_t allocated_site;
  uint32_t freed_site;
  uint16_t freed_by;
  uint16_t was_freed;
  uint64_t first_atoms;  // which atoms are true before the first step (atoms.h)
  uint64_t output_hash;  // of captured standard output (kFlowOutput)
  // Event events[];  ThreadRecord threads[thread_count];  HeldRecord held[held_count];
  // uint64_t stack[stack_depth];  SharedLocation found[found_count];  char message[message_bytes], padded to 8
};

inline constexpr uint32_t kRecordMagic = 0x44524f43;

}  // namespace selvage
