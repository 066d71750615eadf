#include "runtime/livelock.h"

#include <string.h>

#include "runtime/look_ahead.h"
#include "runtime/rounds.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

namespace {

template <typename Function>
void for_each_member(uint32_t set, Function&& function) {
  for (; set; set &= set - 1) function(static_cast<unsigned>(__builtin_ctz(set)));
}

// How far each thread has come, without steps at its end that could as well not have been.
struct Ends {
  uint16_t transitions[kMaxFollowed];
};

// The thread's last entry up to its end.
uint32_t last_of(unsigned number, const Ends& ends) {
  const History& h = history();
  uint32_t last = h.threads[number].last;
  while (last != kNoEntry && h.entries[last].transition > ends.transitions[number]) last = h.entries[last].previous;
  return last;
}

// Nothing that happened since comes behind any of its steps: they can be repeated in the present state.
bool is_undisturbed(const Cycle& cycle, const Ends& ends) {
  const History& h = history();
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    uint32_t last = last_of(number, ends);
    if (last == kNoEntry || h.entries[last].transition <= cycle.to.transitions[number]) continue;
    const Clock& clock = clock_of(h.entries[last]);
    bool behind = false;
    for_each_member(cycle.threads, [&](unsigned t) { behind |= clock.transitions[t] > cycle.from.transitions[t]; });
    if (behind) return false;
  }
  return true;
}

// None of its steps is one of those that are left out already: another cycle may begin within it.
bool is_whole(const Cycle& cycle, const Ends& ends) {
  bool whole = true;
  for_each_member(cycle.threads, [&](unsigned t) { whole &= cycle.to.transitions[t] <= ends.transitions[t]; });
  return whole;
}

// Whose cycles can be repeated in the present state, as bits. One that only such cycles come behind can be, too: without
// them the state is the same.
uint32_t repeatable() {
  Model& m = model();
  Ends ends;
  for (unsigned number = 0; number < kMaxFollowed; number++)
    ends.transitions[number] = history().threads[number].transitions;
  uint32_t found = 0;
  for (bool more = true; more;) {
    more = false;
    for_each_member(m.came_round & ~found, [&](unsigned t) {
      const Cycle& cycle = rounds_of(t).cycle;
      if (!is_whole(cycle, ends) || !is_undisturbed(cycle, ends)) return;
      found |= uint32_t{1} << t;
      more = true;
      for_each_member(cycle.threads, [&](unsigned member) {
        if (ends.transitions[member] > cycle.from.transitions[member])
          ends.transitions[member] = cycle.from.transitions[member];
      });
    });
  }
  return found;
}

bool changes_something(const HistoryEntry& entry) {
  return entry.effect.before != entry.effect.after || entry.second.before != entry.second.after;
}

// It waits by going round a loop that only looks: would what the cycle leaves in memory meanwhile let it go on?
bool memory_lets_go_on(Thread& t, const Cycle& cycle) {
  const History& h = history();
  char bytes[kMaxBytes];
  uint64_t begin = t.pending.object, end = begin + t.pending.size;
  memcpy(bytes, reinterpret_cast<const void*>(begin), t.pending.size);
  uint32_t ends_loop = loop_state(t).ends_loop;
  bool goes_on = false;
  for (uint32_t i = 0; i < h.count && !goes_on; i++) {
    const HistoryEntry& entry = h.entries[i];
    const Footprint& f = entry.footprint;
    if (!in_cycle(cycle, entry) || !dependence::modifies_memory(f)) continue;
    if (f.object >= end || f.object + f.size <= begin) continue;
    for (unsigned byte = 0; byte < f.size; byte++)
      if (f.object + byte >= begin && f.object + byte < end)
        bytes[f.object + byte - begin] = static_cast<char>(entry.effect.after >> (8 * byte));
    goes_on = !would_come_back_with(t, bytes);
  }
  loop_state(t).ends_loop = ends_loop;
  return goes_on;
}

// A thread that takes no part and cannot go on in the present state: could it, somewhere on the way?
bool lets_go_on(Thread& t, const Cycle& cycle) {
  if (t.waits_in_loop) return memory_lets_go_on(t, cycle);
  const Pending& p = t.pending;
  bool needs_signal = p.deadline == 0 && !host().configuration.spurious_wakeups;
  if (p.operation == Operation::CondWake && !t.woken && needs_signal) return false;
  Footprint pending{p.operation, p.flags, t.number, p.size, p.object, p.value};
  const History& h = history();
  for (uint32_t i = 0; i < h.count; i++) {
    const HistoryEntry& entry = h.entries[i];
    if (in_cycle(cycle, entry) && changes_something(entry) && dependent(entry.footprint, pending)) return true;
  }
  return false;
}

// A thread polls the clock in it: time would pass.
bool lets_time_pass(const Cycle& cycle) {
  const History& h = history();
  for (uint32_t i = 0; i < h.count; i++)
    if (h.entries[i].footprint.operation == Operation::ClockRead && in_cycle(cycle, h.entries[i])) return true;
  return false;
}

bool lets_anybody_go_on(const Cycle& cycle, uint32_t circling) {
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    Thread& t = thread(number);
    if (t.state == ThreadState::Alive && !(circling >> number & 1) && lets_go_on(t, cycle)) return true;
  }
  return false;
}

}  // namespace

void note_came_round(Thread& self) {
  rounds_of(self.number).came_round = true;
  model().came_round |= uint32_t{1} << self.number;
}

uint32_t circling_threads() {
  uint32_t circling = 0;
  for_each_member(model().came_round, [&](unsigned t) { circling |= rounds_of(t).cycle.threads; });
  return circling;
}

uint32_t threads_in_loop() {
  uint32_t circling = 0;
  for_each_member(repeatable(), [&](unsigned t) { circling |= rounds_of(t).cycle.threads; });
  return circling;
}

bool is_step_of_loop(const HistoryEntry& entry) {
  bool any = false;
  for_each_member(repeatable(), [&](unsigned t) { any |= in_cycle(rounds_of(t).cycle, entry); });
  return any;
}

bool is_livelock() {
  Model& m = model();
  if (m.highest_thread >= kMaxFollowed || !m.keeps_history) return false;
  uint32_t going = repeatable(), circling = threads_in_loop();
  // Who has come round by what is no longer so could take other steps now.
  if (circling == 0 || (m.came_round & ~circling) || (m.enabled.words[0] & ~uint64_t{circling})) return false;
  if (any_outdated()) return false;
  bool for_ever = true;
  for_each_member(going, [&](unsigned t) {
    const Cycle& cycle = rounds_of(t).cycle;
    for_ever &= is_memory_as_noted(cycle) && !lets_anybody_go_on(cycle, circling) && !lets_time_pass(cycle);
  });
  return for_ever;
}

}  // namespace selvage::runtime
