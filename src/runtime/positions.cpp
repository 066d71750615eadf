#include "runtime/positions.h"

#include <string.h>

#include "contract/hooks.h"
#include "contract/positions.h"
#include "runtime/atoms.h"
#include "runtime/look_ahead.h"
#include "runtime/outcome.h"
#include "runtime/scheduler.h"

namespace selvage::runtime {

namespace {

inline constexpr unsigned kMostEntered = 256;

struct Entered {
  uint32_t functions[kMostEntered];
};

struct Positions {
  uint8_t cells[kMaxPositions][kMaxPositionThreads];
  uint32_t depth[kMaxPositionThreads];
  uint32_t beyond;  // how much deeper the first thread is than its stack has room for, before the snapshot
  bool known;       // what the first thread had entered then is in the cells
  // Innermost last. Before the snapshot, when nobody has asked yet, all functions; then those that are asked for.
  Entered entered[kMaxPositionThreads];
};
static_assert(sizeof(Positions) <= kPositionsSize);
static_assert(kPositions >= kArenaTable + kMaxThreads * sizeof(Arena) && kPositions + kPositionsSize <= kObjectTable);

Positions& positions() { return *reinterpret_cast<Positions*>(kPositions); }

uint32_t& depth_of(const Thread& t) { return positions().depth[t.number]; }
uint32_t* functions_of(const Thread& t) { return positions().entered[t.number].functions; }

// The position that the function belongs to, or kMaxPositions.
unsigned find_position(uint32_t function) {
  const PositionTable& table = host().positions;
  if (!(table.filter >> (function % 64) & 1)) return kMaxPositions;
  for (uint32_t i = 0; i < table.count; i++)
    if (table.functions[i].site == function) return table.functions[i].position;
  return kMaxPositions;
}

bool is_in(const Thread& t, unsigned position) {
  for (uint32_t i = 0; i < depth_of(t); i++)
    if (find_position(functions_of(t)[i]) == position) return true;
  return false;
}

// What the first thread entered before anybody could ask.
void settle_first_thread() {
  Positions& p = positions();
  if (p.known) return;
  p.known = true;
  if (p.beyond > 0)
    fail_run(3, "the first thread is in more than %u calls where it creates another: atoms cannot tell where it is",
             kMostEntered);
  for (uint32_t i = 0; i < p.depth[0]; i++) {
    unsigned position = find_position(p.entered[0].functions[i]);
    if (position < kMaxPositions) p.cells[position][0] = kPositionIn | kPositionPast;
  }
}

void set_cell(const Thread& self, unsigned position, unsigned value, uint32_t site) {
  auto* cell = reinterpret_cast<volatile uint8_t*>(position_cell(position, self.number));
  if (*cell == value) return;
  announce_access(Operation::AtomicStore, const_cast<uint8_t*>(cell), 1, value, site, 0);
  *cell = static_cast<uint8_t>(value);
}

void push(const Thread& self, uint32_t function) {
  uint32_t& depth = depth_of(self);
  if (depth < kMostEntered) {
    functions_of(self)[depth++] = function;
  } else if (!exploring()) {
    positions().beyond++;
  } else {
    finish_execution(Outcome::Unmodelled, "thread %u is in more than %u calls of functions that atoms speak of",
                     self.number, kMostEntered);
  }
}

// Calls beyond `depth` are over, each in a step of its own.
void cut_back(const Thread& self, uint32_t depth, uint32_t site) {
  if (depth_of(self) <= depth) return;
  depth_of(self) = depth;
  for (unsigned position = 0; position < kMaxPositions && exploring(); position++)
    if (positions().cells[position][self.number] != 0 && !is_in(self, position)) set_cell(self, position, 0, site);
}

// The function, and what was entered since and not left: longjmp passes some by.
void cut_back_behind(const Thread& self, uint32_t function, uint32_t site) {
  for (uint32_t depth = depth_of(self); depth-- > 0;)
    if (functions_of(self)[depth] == function) return cut_back(self, depth, site);
}

// What the thread does there can be noticed by atoms.
void begin_change(const Thread& self) {
  if (running_ahead()) end_look_ahead(false);
  if (self.number >= kMaxPositionThreads)
    finish_execution(Outcome::Unmodelled, "atoms can tell where the first %u threads are, and there are more",
                     kMaxPositionThreads);
  settle_first_thread();
}

}  // namespace

void initialise_positions() {
  const Configuration& configuration = host().configuration;
  selvage_follows_positions = configuration.temporal & kFollowPositions;
  selvage_follows_changes = (configuration.temporal & kFollowChanges) != 0 || configuration.flow != 0;
}

void take_position_entry(SharedLocation entry) {
  PositionTable& table = host().positions;
  int64_t operand = atom_operand(entry);
  unsigned position = position_of(operand);
  if (position >= kMaxPositions) fail_run(4, "the code of the atoms is damaged");
  if (atom_code(entry) == AtomCode::Position) {
    if (asks_for_entry(operand)) table.entries |= 1u << position;
    return;
  }
  if (table.count == kMaxPositionFunctions) fail_run(2, "atoms speak of too many functions");
  uint32_t site = function_site(operand);
  table.functions[table.count++] = {site, position};
  table.filter |= uint64_t{1} << (site % 64);
}

bool is_at_position(int64_t operand, void (*note)(uint64_t address, uint64_t size)) {
  settle_first_thread();
  unsigned position = position_of(operand), thread = thread_of(operand);
  if (position >= kMaxPositions || thread > kMaxPositionThreads) fail_run(4, "the code of the atoms is damaged");
  unsigned first = thread == 0 ? 0 : thread - 1, end = thread == 0 ? kMaxPositionThreads : thread;
  note(position_cell(position, first), end - first);
  unsigned wanted = asks_for_entry(operand) ? kPositionAt : kPositionIn;
  for (unsigned i = first; i < end; i++)
    if (positions().cells[position][i] & wanted) return true;
  return false;
}

void leave_all_positions(Thread& self) {
  if (!selvage_follows_positions || self.number >= kMaxPositionThreads || depth_of(self) == 0) return;
  begin_change(self);
  cut_back(self, 0, self.begin_site);
}

}  // namespace selvage::runtime

using namespace selvage;
using namespace selvage::runtime;

extern "C" {

#define SELVAGE_HOOK __attribute__((visibility("default")))

SELVAGE_HOOK uint32_t selvage_follows_positions;
SELVAGE_HOOK uint32_t selvage_follows_changes;

SELVAGE_HOOK void selvage_hook_enter(uint32_t function) {
  if (evaluating_atoms) return;
  const Thread& self = current_thread();
  if (!exploring()) return push(self, function);
  unsigned position = find_position(function);
  if (position == kMaxPositions) return;
  begin_change(self);
  push(self, function);
  if (!(host().positions.entries >> position & 1)) return set_cell(self, position, kPositionIn, function);
  set_cell(self, position, kPositionIn | kPositionAt, function);
  set_cell(self, position, kPositionIn | kPositionPast, function);
}

SELVAGE_HOOK void selvage_hook_leave(uint32_t function, uint32_t site) {
  if (evaluating_atoms) return;
  const Thread& self = current_thread();
  if (!exploring() && positions().beyond > 0) {
    positions().beyond--;
    return;
  }
  if (exploring()) {
    if (find_position(function) == kMaxPositions) return;
    begin_change(self);
  }
  cut_back_behind(self, function, site);
}

SELVAGE_HOOK uint32_t selvage_hook_position_mark() {
  if (!selvage_follows_positions) return 0;
  const Thread& self = current_thread();
  return self.number < kMaxPositionThreads ? depth_of(self) : 0;
}

SELVAGE_HOOK void selvage_hook_back_to_position(uint32_t mark, uint32_t site) {
  if (!selvage_follows_positions || evaluating_atoms) return;
  const Thread& self = current_thread();
  if (self.number >= kMaxPositionThreads || depth_of(self) <= mark) return;
  if (exploring()) begin_change(self);
  cut_back(self, mark, site);
}

}  // extern "C"
