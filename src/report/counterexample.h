// A finding as it is shown: everything that a person or another tool wants to see of it, in words and numbers that need
// neither the program nor its debug information any more. Terminal, JSON, SARIF, JUnit and HTML are made from this alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace selvage::report {

struct Place {
  std::string file;  // empty: unknown
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;
  bool in_library = false;  // of a call stack: a header of the system or of a library says it

  bool is_known() const { return !file.empty() && line != 0; }
};

using Stack = std::vector<Place>;  // innermost first

struct Object {
  std::string kind;  // "mutex", "memory", "condition", "thread", ...: published
  std::string name;  // "account.balance", "heap block of 16 bytes from make_node+8"
  uint64_t address = 0;
  std::optional<uint32_t> block = {};  // of Counterexample::blocks: where it lies
};

// A block of the heap.
struct Block {
  std::string name;  // "Node #2", "block #1": what objects in it are called by
  std::string type;  // empty: unknown
  uint32_t size = 0;
  Place place = {};  // where it was allocated
};

using StepIndex = uint32_t;
using ThreadIndex = uint32_t;
using ObjectIndex = uint32_t;

struct Step {
  ThreadIndex thread = 0;
  // Its number in the schedule, from 0. Empty: it belongs to the step before it, or comes before the first choice.
  std::optional<uint32_t> position = {};
  std::string operation;  // published name, as in docs/: "mutex_lock"
  std::string text;       // for people, without values: "lock m"
  std::optional<ObjectIndex> object = {};
  Place place = {};
  Stack stack = {};  // empty: not recorded
  uint32_t size = 0;
  std::optional<uint64_t> channel = {};                // of a descriptor: where the bytes go, or come from
  std::optional<std::string> read = {}, written = {};  // values, where they are known
  bool failed = false, timed_out = false, spurious = false;
  uint32_t alternative = 0, alternatives = 1;  // a choice inside the operation
  bool has_alternative_threads = false;        // somebody else could have gone instead
  std::vector<ThreadIndex> enabled = {};       // who could have gone, in the state before
  bool in_library = false;                     // it is no operation of the user's own code
  std::vector<ObjectIndex> held = {};          // locks that the thread holds after the step
  // The latest step of each other thread that this one comes after for a reason (of those not implied by others).
  std::vector<StepIndex> after = {};
  std::optional<StepIndex> woken_by = {};  // the step that ended this thread's wait
  // Steps that wrote what this one reads, or that have what it does not get (report/causes.h).
  std::vector<StepIndex> reads_from = {};
  // Writes of other threads that this one replaces without its thread having seen them: lost updates, ABA.
  std::vector<StepIndex> overwrites = {};
  bool is_marked = false;     // the finding is about it
  bool is_aside = false;      // the finding does not depend on it (report/relevance.h)
  bool is_condition = false;  // of the last reads of a thread that fails, in a library
  bool is_folded = false;     // it is shown only where somebody asks for it (report/interleaving_rows.h)
};

// What a thread that still lives when the execution ends is about to do.
struct Waiting {
  std::string text;  // "waits in lock of mutex b"
  std::string operation;
  std::optional<ObjectIndex> object = {};
  bool is_blocked = false;
  std::vector<ThreadIndex> held_by = {};
  Place held_since = {};
  Place place = {};
  Place loop = {};  // it waits by going round this loop
};

struct Thread {
  std::string name;      // "main", "thread 1"
  std::string function;  // what it was started with; empty: unknown
  Place created = {};
  std::optional<Waiting> waiting = {};
  Stack stack = {};  // where it stands at the end
};

// One side of a data race, or the operation that misused something.
struct Access {
  ThreadIndex thread = 0;
  std::optional<StepIndex> step = {};
  std::string verb;  // "writes", "reads"
  std::string what;  // "4 bytes of balance"
  Place place = {};
  Stack stack = {};
};

// A place that belongs to the story without being a step of it: where a block was allocated, where it was freed.
struct Note {
  std::string text;  // "allocated here", "freed here by thread 1"
  Place place = {};
};

// Which atoms of a temporal property are true behind a step.
struct AtomRow {
  std::optional<StepIndex> step = {};  // empty: before the first
  uint64_t values = 0;                 // a bit for each of Counterexample::atoms
};

// Information flow: one of two executions that are compared, and what somebody outside saw of it.
struct FlowSide {
  std::string secret;             // "pin = 3"
  std::string ending;             // "completed", "deadlock", "livelock", "crash"
  std::vector<std::string> seen;  // in order
  std::string trace_file = {};    // of the other execution; empty: it is the finding's own, or not written
};

struct Flow {
  std::string property;     // published: "observational", "possibilistic", "termination"
  std::string leak;         // published: "secrets", it takes two; "interleavings", one secret shows two things
  std::string location;     // where: "standard output", "login"
  uint64_t object = 0;      // of its events
  uint32_t difference = 0;  // the first of `seen` in which the two differ
  FlowSide one = {}, other = {};
};

// What minimising did; the numbers are of the execution that the search found.
struct Original {
  uint32_t steps = 0;
  uint32_t switches = 0;
  uint32_t preemptions = 0;
};

struct Counterexample {
  std::string kind;         // published: "data race", as in the summary
  std::string rule;         // stable identifier for other tools: "selvage/data-race"
  std::string fingerprint;  // the same for the same bug, whatever the interleaving
  std::string message;      // one sentence without a full stop
  std::string title = {};   // the same in a few words: "data race on hits"
  Place place = {};
  std::vector<Thread> threads = {};
  std::vector<Object> objects = {};
  std::vector<Block> blocks = {};
  std::vector<Step> steps = {};
  std::vector<Access> accesses = {};  // races: both; misuse: one
  std::vector<Note> notes = {};
  std::string explanation = {};              // why this is wrong, in sentences; may be empty
  std::vector<ThreadIndex> wait_cycle = {};  // deadlock: each waits for the next, the last for the first
  std::optional<StepIndex> loop_begin = {};  // livelock: what goes round for ever begins here
  std::string formula = {};                  // temporal properties: the one that does not hold
  std::vector<std::string> atoms = {};       // what it speaks of
  std::vector<AtomRow> atom_rows = {};       // the first state, and each behind a step that changed one
  std::optional<uint32_t> atom_loop = {};    // row from which on it is for ever
  std::optional<Flow> flow = {};             // information flow
  uint32_t switches = 0, preemptions = 0;
  std::optional<Original> original = {};  // empty: shown as found
  std::string output = {}, error_output = {};
  std::string trace_file = {};      // empty: not written
  std::string replay_command = {};  // empty: cannot be replayed
  std::string property = {};        // which of Report::properties it goes against: "race"
  std::string suppressed_by = {};   // the pattern that keeps it from counting: "race:counter"; empty: it counts
};

// Threads that wait are what it consists of.
inline bool is_about_waiting(const Counterexample& finding) {
  return finding.kind == "deadlock" || finding.kind == "livelock" || finding.kind == "stuck_threads";
}

// A line of a file of suppressions.
struct Suppression {
  std::string pattern;  // as written: "race:counter"
  std::string file;
  uint32_t line = 0;
  uint32_t findings = 0;  // that it matched; 0: it was not needed
};

// A whole run of `selvage check`.
struct Report {
  std::string verdict;  // "verified", "bounded", "sampled", "bug"
  std::string verdict_text;
  int exit_code = 0;
  std::string program;
  std::vector<std::string> arguments = {};
  std::string directory = {};    // what relative paths are relative to
  std::string source_root = {};  // the folder of the whole project, as far as one can tell
  std::string command = {};      // as typed
  std::string version = {};
  std::vector<std::string> properties = {};
  std::vector<std::string> remarks = {};        // what was covered, what was not seen, in sentences
  std::map<std::string, uint64_t> counts = {};  // executions, blocked_executions, transitions, threads, ...
  double seconds = 0;
  std::vector<Counterexample> findings = {};
  std::vector<Counterexample> suppressed = {};  // found, and not counted
  std::vector<Suppression> suppressions = {};
  std::string error = {};  // the sentence, if the command failed; the verdict is empty then
  bool interrupted = false;
  bool looked_at_all = false;                       // the search did not end at its first finding, nor by a budget
  std::string started = {};                         // when, in UTC: "2026-01-31T12:00:00Z"
  std::map<std::string, std::string> sources = {};  // file -> text, of files that places name and that could be read
};

}  // namespace selvage::report
