// The modelled program: threads and synchronisation objects. All of it lies in one private mapping that is part
// of the snapshot, so that a restart brings it back together with the program's own memory.
//
// Nothing is ever stored in the program's own mutexes and condition variables: old programs bring types smaller
// than today's, and static initialisers must keep working. An object is known by its address and kind.
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "contract/atoms.h"
#include "contract/channel.h"
#include "contract/operations.h"

namespace selvage::runtime {

struct CleanupBuffer;
struct ThreadLocalDestructor;

// What a thread is about to do.
struct Pending {
  Operation operation;
  uint8_t flags;
  uint16_t reserved;
  uint32_t size;
  uint32_t site;
  uint32_t detail;  // meaning depends on the operation
  uint64_t object;  // what it waits for, in state_changed()'s terms; second object (a condition's mutex) in value
  uint64_t value;
  uint64_t deadline;  // virtual nanoseconds; 0: none
};

inline constexpr unsigned kMaxKeys = 128;
inline constexpr unsigned kSizeClasses = 96;

struct FreeBlock;

// One thread's allocator: addresses depend on this thread's own history only. It lies apart from the rest of the thread,
// which every step looks at.
struct Arena {
  uint64_t next;  // bump pointer; 0: not used yet
  uint64_t end;
  FreeBlock* free_lists[kSizeClasses];
  FreeBlock* quarantine_first;
  FreeBlock* quarantine_last;
  uint64_t quarantine_bytes;
};

inline constexpr unsigned kMostBlockWords = 16;  // of a block that a thread is handed
enum class BlockUse : uint8_t {
  None,    // it has not been handed a block
  Common,  // others have been handed the same one
  Own,
  Freed,  // it was its own
};

// A thread that has created so many others lets them go first.
inline constexpr uint16_t kManyChildren = 48;

// What every step looks at comes first, so that it shares cache lines.
struct Thread {
  void* stack_pointer;    // saved context while it does not run
  uint64_t wait_frame;    // frame pointer where it waits for its turn
  uint64_t storage_base;  // FS base; also its pthread_t
  uint64_t signal_mask;
  uint64_t signals_pending;
  uint16_t number;
  uint16_t parent;
  uint16_t child_count;
  ThreadState state;
  bool detached;
  bool joined;
  bool woken;            // a condition, futex or signal wait has been answered
  bool finishing;        // destructors are running
  uint8_t cancel_state;  // PTHREAD_CANCEL_ENABLE / DISABLE
  uint8_t cancel_type;
  bool cancel_requested;
  bool cancelling;
  bool interrupted;    // runs what a signal or an asynchronous cancellation put between two of its operations
  bool follows_loops;  // what it does is noted, because it is in a loop in which nothing has changed yet (loops.h)
  uint32_t first_write_met;  // number of remembered writes when it was created (spinning.h)
  bool waits_in_loop;        // its access would only end an iteration that changes nothing
  bool attempts_in_loop;     // its attempt to take a lock would, where it failed
  bool unseen_since_lock;  // code whose accesses are not seen ran since it last locked a mutex or began an atomic block
  uint64_t unseen_after;   // as many steps, and 1, came before its last call of such code; 0: it made none
  bool in_unseen_code;     // it is inside such code, which may synchronise (unseen_calls.h)
  bool owes_meeting;       // and that has gone on since others were told of it
  bool began_in_unseen_code;  // such code created it for itself
  uint16_t callbacks;         // functions of the program that such code called, and that it is in
  bool follows_rounds;        // it is in a loop, and what it does there is noted (rounds.h)
  bool round_begins;          // what it does next comes first behind the header of a loop (history.h)
  uint32_t call_site;
  uint32_t begin_site;
  uint32_t saved_lock_count;  // of a recursive mutex, while waiting on a condition
  uint32_t robust_mutexes;    // that it holds
  uint32_t baton;             // os-threads carrier: futex
  bool os_thread_started;
  int32_t os_thread_id;
  Pending pending;
  Thread* started_by;  // gets control back when this thread has reached its first operation; then null

  // Threads that are alike (symmetry.h); numbers of threads are kept with one added, so that 0 is none.
  bool begins_alike;        // it has not taken its first step, and others like it may wait for that
  bool held_back;           // another one takes its first step first
  bool plain_attributes;    // it was created without attributes
  bool is_alike;            // it belongs to a group
  uint16_t groups_begun;    // groups of which it has joined some threads, but not all
  uint16_t elder, younger;  // before and after it in its group
  uint16_t group;           // the first thread of its group, which has the rest:
  uint16_t group_size, group_joined;
  uint16_t group_joiner;
  Operation first_operation;
  uint32_t first_site;
  uint64_t first_object;
  void* group_result;  // what the first that was joined returned
  bool group_result_is_own;
  bool group_results_differ,
      group_result_seen;  // those of the threads joined so far; somebody has asked for one of them
  // What it was handed (argument_blocks.h), as it was then.
  BlockUse block_use;
  uint16_t block_size;
  bool group_frees, group_creator_frees;  // threads of the group have freed their own blocks; their creator has
  uint16_t group_differences;             // words of the blocks that are not the same in all of the group, as bits
  uint64_t block_begin;

  void* (*function)(void*);
  void* argument;
  void* result;
  uint64_t now;      // virtual nanoseconds; a logical clock, see time.h
  uint64_t own_now;  // as far as the thread has read it, slept or waited itself; at most `now`
  uint64_t stack_low, stack_high;
  // Of a function that it has entered and that never returns: where the return address is kept, and which one. 0: none.
  const uint64_t* endless_place;
  uint64_t endless_return;

  uint64_t interrupted_wait;                      // the condition it waits on while a signal handler runs; else 0
  uint64_t signal_stack_base, signal_stack_size;  // what sigaltstack was told; size 0: none
  CleanupBuffer* cleanup;                         // innermost pthread_cleanup_push of C
  alignas(16) uint64_t unwind_exception[4];       // the forced unwind's _Unwind_Exception
  bool terminating;                               // inside std::terminate
  uint64_t random_state;                          // the thread's own randomness; 0: not drawn from yet
  ThreadLocalDestructor* thread_local_destructors;
  void** key_values;          // kMaxKeys entries, allocated on first use
  uint64_t next_mapping;      // for mmap
  const void* poll_set;       // what a pending ChannelPoll waits for (poll.cpp)
  uint64_t event_amount;      // what a pending ChannelWrite adds to an eventfd
  uint64_t processors;        // affinity mask; 0: all of them
  uint8_t scheduling_policy;  // SCHED_OTHER, ...
  uint8_t scheduling_priority;
  int8_t nice_value;
  char name[16];
};

// What was in the block that a thread was handed (argument_blocks.h). Apart from the rest of the thread, like its arena.
struct HandedWords {
  uint64_t words[kMostBlockWords];
};

// A modelled synchronisation object. The meaning of the middle fields belongs to the primitive.
struct Object {
  uint64_t address;
  ObjectKind kind;
  uint8_t type;
  uint8_t flags;
  bool alive;      // initialised and not destroyed
  uint16_t owner;  // thread number where held
  bool held;
  uint8_t reserved;
  uint32_t count;
  uint32_t limit;
  uint32_t site;  // where it was acquired
  uint64_t value;
  uint64_t extra;
  uint64_t now;  // virtual time of the last operation on it
};

// Read locks, which have several holders.
struct SharedHolding {
  uint64_t object;
  uint16_t thread;
  uint16_t count;
  uint32_t site;
};

struct SignalAction {
  uint64_t handler;  // SIG_DFL, SIG_IGN or a function
  uint64_t mask;
  int flags;
};

// A signal that was sent and has not been taken yet, with what its receiver may ask about it.
struct QueuedSignal {
  uint64_t value;   // of sigqueue
  int32_t code;     // SI_USER, SI_TKILL, SI_QUEUE
  uint16_t sender;  // thread number
  uint16_t target;  // thread number, or kWholeProcess
  uint8_t signal;
};
inline constexpr uint16_t kWholeProcess = 0xffff;
inline constexpr unsigned kMaxQueuedSignals = 256;

// A range of memory that is accessed in one step with others.
struct AccessedRange {
  Operation operation;
  uint32_t site;
  uint64_t address;
  uint64_t size;
};
inline constexpr unsigned kMaxRanges = 16;

struct QuickExitHandler;
struct NamedSemaphore;

struct ThreadSet {
  uint64_t words[kThreadWords];

  bool contains(unsigned number) const { return (words[number / 64] >> (number % 64)) & 1; }
  void insert(unsigned number) { words[number / 64] |= uint64_t{1} << (number % 64); }
  void erase(unsigned number) { words[number / 64] &= ~(uint64_t{1} << (number % 64)); }
};

inline constexpr unsigned kMaxObjects = 1u << 20;
inline constexpr unsigned kMaxSharedHoldings = 4096;

// A thread that has come round goes on from the header where it stands.
enum class HeaderPass : uint8_t { None, ByStep, ByTheWay };

// What every step looks at comes last: the table of threads follows, and most programs have few. Less memory to bring back.
struct Model {
  uint8_t key_used[kMaxKeys];
  void (*key_destructors[kMaxKeys])(void*);
  SignalAction signal_actions[65];
  uint64_t process_signals;       // pending for the process as a whole
  uint64_t interrupting_signals;  // siginterrupt: signal() leaves SA_RESTART out
  uint32_t queued_signal_count;
  QueuedSignal queued_signals[kMaxQueuedSignals];  // in the order of sending
  QuickExitHandler* quick_exit_handlers;           // newest first
  NamedSemaphore* named_semaphores;                // newest first
  AccessedRange ranges[kMaxRanges];  // of the current thread's access, while its last one has not been met

  Thread* current;
  uint32_t word_count;  // words of the thread sets in use
  uint32_t alive_count;
  uint32_t exit_status;
  uint32_t nondet_narrowed;  // a choice of the program was from fewer values than its type has
  uint32_t exit_site;        // where that was decided: the call of exit, or the end of main
  bool assumption_failed;    // in some thread, which will not go on
  bool exiting;              // some thread runs exit handlers:
  uint16_t exiting_thread;
  bool anyone_asleep;
  bool keeps_history;      // history.h
  bool keeps_blocks;       // some thread was handed a block (argument_blocks.h)
  bool shows_livelock;     // livelock_proof.h
  bool goes_on_fairly;     // fair_continuation.h
  HeaderPass header_pass;  // of the thread chosen
  bool late_timeout;       // nothing else can run: TimeoutMode::Late lets one timed wait go
  uint16_t late_thread;
  uint16_t chosen_alternative;
  uint16_t chosen_alternatives;
  uint32_t range_count;
  uint32_t looking_ahead_count;
  uint32_t came_round;    // threads that have, as bits (livelock.h)
  uint32_t gave_way;      // came back to a loop since others were chosen, as bits
  uint32_t atomic_depth;  // inside selvage_atomic_begin/end: the current thread keeps running
  uint32_t local_events;  // operations within steps (trace.h), so far
  uint32_t highest_thread;
  uint32_t remembered_count;  // spinning.h
  uint64_t next_fair_trial;   // step (fair_continuation.h); 0: the first one
  uint64_t atoms;             // which are true (atoms.h), since the last time that they were evaluated
  uint64_t first_atoms;       // before the first step
  uint64_t memory_state;      // of all that was changed, and of all steps (rounds.h)
  uint64_t path_state;
  bool atoms_known;
  bool atoms_stale;  // what they read has changed since
  uint16_t atom_writer;
  uint64_t random_state;  // the program's own randomness
  uint64_t start_monotonic;
  uint64_t program_blocks;  // live ones that the program allocated since main began
  Object* recent_object;    // found last
  uint32_t object_count;
  uint32_t object_index_size;  // power of two
  uint32_t shared_holding_count;
  uint32_t key_count;
  ThreadSet enabled;               // alive, and the pending operation can go on
  ThreadSet conditional;           // alive, and the pending operation may block: looked at again when objects change
  ThreadSet asleep;                // see Schedule: not chosen by the policy
  ThreadSet looking_ahead;         // announced an access that may end an iteration of a loop (spinning.h)
  uint64_t published[kMaxPublic];  // what public variables were worth then (atoms.h)
};

inline constexpr uint64_t kBusyPart = address::kModel + 0x1'0000;
inline constexpr uint64_t kThreadTable = (kBusyPart + sizeof(Model) - offsetof(Model, current) + 63) & ~63ul;
inline constexpr uint64_t kModelBegin = kThreadTable - sizeof(Model);
inline constexpr uint64_t kArenaTable = kBusyPart + 0x20'0000;
inline constexpr uint64_t kHandedWords = kBusyPart + 0x38'0000;
inline constexpr uint64_t kObjectTable = kBusyPart + 0x40'0000;
inline constexpr uint64_t kObjectIndex = kObjectTable + kMaxObjects * sizeof(Object);
inline constexpr uint64_t kSharedHoldings = kObjectIndex + 4 * kMaxObjects * sizeof(uint32_t);
static_assert(kModelBegin >= address::kModel && kModelBegin % alignof(Model) == 0);
static_assert(kThreadTable + kMaxThreads * sizeof(Thread) <= kArenaTable);
static_assert(kArenaTable + kMaxThreads * sizeof(Arena) <= kHandedWords);
static_assert(kHandedWords + kMaxThreads * sizeof(HandedWords) <= address::kModel + 0x3f'0000);  // contract/positions.h
static_assert(kSharedHoldings + kMaxSharedHoldings * sizeof(SharedHolding) < address::kModel + address::kModelSize);

inline Model& model() { return *reinterpret_cast<Model*>(kModelBegin); }
inline Thread& thread(unsigned number) { return reinterpret_cast<Thread*>(kThreadTable)[number]; }
inline Arena& arena(unsigned number) { return reinterpret_cast<Arena*>(kArenaTable)[number]; }
inline HandedWords& handed_words(unsigned number) { return reinterpret_cast<HandedWords*>(kHandedWords)[number]; }
inline Thread& current_thread() { return *model().current; }
inline SharedHolding* shared_holdings() { return reinterpret_cast<SharedHolding*>(kSharedHoldings); }

// The thread with this pthread_t, or null.
Thread* thread_by_handle(uint64_t handle);

// The object at an address, or null where it has not been met.
Object* look_up_object(const void* address, ObjectKind kind);
// The same. One operation asks for its object several times.
inline Object* find_object(const void* address, ObjectKind kind) {
  Object* recent = model().recent_object;
  if (recent && recent->address == reinterpret_cast<uint64_t>(address) && recent->kind == kind) return recent;
  return look_up_object(address, kind);
}
// The same, created (alive = false) where it has not been met.
Object& object_at(const void* address, ObjectKind kind);
// Forgets every object in a range of memory: it was freed.
void forget_objects(uint64_t begin, uint64_t end);

// Whether an object has been met in a range of memory.
bool any_object_in(uint64_t begin, uint64_t end);

void for_each_object(void (*visit)(const Object&));

void initialise_model();

// What the thread does next comes first behind the header of a loop that it has come to again, and is a step (rounds.h).
inline bool begins_round(const Thread& t) { return t.round_begins && model().keeps_history; }

}  // namespace selvage::runtime
