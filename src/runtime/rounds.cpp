#include "runtime/rounds.h"

#include <errno.h>
#include <string.h>

#include "runtime/host.h"
#include "runtime/outcome.h"
#include "runtime/sharing.h"
#include "runtime/trace.h"

namespace selvage::runtime {

namespace {

inline constexpr uint64_t kMostOwnBytes = 512;  // of one write
inline constexpr unsigned kMostEffects = 96;    // of a cycle

OwnGranule* own_granule(Rounds& rounds, uint64_t address) {
  for (uint32_t i = 0; i < rounds.own_count; i++)
    if (rounds.own[i].address == address) return &rounds.own[i];
  if (rounds.own_count == kMaxOwnGranules) return nullptr;
  OwnGranule& granule = rounds.own[rounds.own_count++];
  granule.address = address;
  granule.written = 0;
  return &granule;
}

bool is_on_stack(const Thread& t, uint64_t address) { return address >= t.stack_low && address < t.stack_high; }

// The thread accesses a part of its stack that was dead at the last header that it came to. What is there now follows from
// what the thread has done since, which its state tells; what was there before made no difference. A time that decides nothing
// (instrument/pass/deadlines.h) leaves something else there in every round.
bool is_to_dead_stack(const Footprint& f) {
  return is_to_own_stack(f) && f.object + f.size <= rounds_of(f.thread).dead_below;
}

// In which order others and the thread itself have written there its state does not tell.
void note_lent_stack(const Footprint& f) {
  if (!dependence::is_memory(f)) return;
  for (unsigned number = 0; number <= model().highest_thread && number < kMaxFollowed; number++) {
    Rounds& owner = rounds_of(number);
    if (number == f.thread || f.object >= owner.dead_below || !is_on_stack(thread(number), f.object)) continue;
    owner.lends_stack = true;
    owner.dead_below = 0;
  }
}

struct OwnMemory {
  uint64_t on_stack;
  uint64_t elsewhere;
};

// What the thread's own memory differs in from what it was; the order of the writes does not matter. What was on the stack
// before may be what calls have left there.
OwnMemory state_of_own_memory(const Thread& t, Rounds& rounds, uint64_t stack) {
  OwnMemory state{};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < rounds.own_count; i++) {
    const OwnGranule& granule = rounds.own[i];
    bool on_stack = is_on_stack(t, granule.address);
    if (on_stack && granule.address < stack) continue;
    const char* now = reinterpret_cast<const char*>(granule.address);
    uint64_t& sum = on_stack ? state.on_stack : state.elsewhere;
    for (unsigned byte = 0; byte < 8; byte++)
      if ((granule.written >> byte & 1) && (on_stack || now[byte] != granule.before[byte]))
        sum += mix_state(mix_state(0, granule.address + byte), static_cast<uint8_t>(now[byte]));
    rounds.own[kept++] = granule;
  }
  rounds.own_count = kept;
  return state;
}

// What a number of operations changed, on the whole.
class NetEffect {
 public:
  bool add(const HistoryEntry& entry) {
    if (!entry.known) return false;
    const Footprint& f = entry.footprint;
    // What atoms see of the steps would be missing without them.
    if (dependence::is_observed(f)) return false;
    if (!dependence::is_memory(f)) return add(entry.effect) && add(entry.second);
    if (!dependence::modifies_memory(f) || is_to_dead_stack(f)) return true;
    for (unsigned byte = 0; byte < f.size; byte++) {
      uint64_t before = entry.effect.before >> (8 * byte) & 0xff, after = entry.effect.after >> (8 * byte) & 0xff;
      if (!add(Change{f.object + byte, before, after})) return false;
    }
    return true;
  }

  bool is_nil() const {
    for (unsigned i = 0; i < count_; i++)
      if (effects_[i].before != effects_[i].after) return false;
    return true;
  }

 private:
  bool add(const Change& effect) {
    if (effect.what == 0) return true;
    for (unsigned i = 0; i < count_; i++) {
      if (effects_[i].what != effect.what) continue;
      effects_[i].after = effect.after;
      return true;
    }
    if (effect.before == effect.after) return true;
    if (count_ == kMostEffects) return false;
    effects_[count_++] = effect;
    return true;
  }

  unsigned count_ = 0;
  Change effects_[kMostEffects];
};

// The state in which the thread is after so many of its transitions.
bool state_after(unsigned number, uint16_t transitions, uint64_t& state) {
  const History& h = history();
  for (uint32_t at = h.threads[number].last; at != kNoEntry; at = h.entries[at].previous) {
    const HistoryEntry& entry = h.entries[at];
    if (entry.transition > transitions) continue;
    state = h.entries[entry.head].state;
    return entry.transition == transitions;
  }
  return false;
}

// The other threads that moved are where they were.
bool others_are_back(const Thread& self, Cycle& cycle) {
  cycle.threads = 0;
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    uint16_t from = cycle.from.transitions[number], to = cycle.to.transitions[number];
    if (from == to) continue;
    cycle.threads |= uint32_t{1} << number;
    uint64_t before, after;
    if (number == self.number) continue;
    if (!state_after(number, from, before) || !state_after(number, to, after) || before != after) return false;
  }
  return true;
}

// First entry of the cycle; where the thread's own begins within one of its transitions, kNoEntry: what it did in the rest of that
// transition, after the visit that it looks back to, cannot be left out alone. `visited_after` is its last one before that visit.
uint32_t begin_of(const Thread& self, const Cycle& cycle, uint32_t visited_after) {
  const History& h = history();
  uint32_t first = kNoEntry;
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    uint32_t own = kNoEntry;
    for (uint32_t at = h.threads[number].last; at != kNoEntry; at = h.entries[at].previous) {
      if (number == self.number ? at == visited_after : h.entries[at].transition <= cycle.from.transitions[number])
        break;
      own = at;
    }
    if (number == self.number && own != kNoEntry && h.entries[own].head != own) return kNoEntry;
    if (own < first) first = own;
  }
  return first;
}

// The bytes of memory that a cycle accesses, each with what it holds at the moment of the history that the walk has come to.
// The walk goes back from the present: what an operation left is what the next one found, unless code that is not seen has
// written in between.
class FollowedBytes {
 public:
  bool add(const Footprint& f) {
    for (uint64_t at = f.object & ~7ul; at < f.object + f.size; at += 8) {
      Granule* granule = find(at);
      if (!granule) {
        if (count_ == kMostEffects) return false;
        granule = &granules_[count_++];
        *granule = Granule{at, 0, {}};
      }
      for (unsigned byte = 0; byte < 8; byte++) {
        if (!covers(f, at + byte)) continue;
        granule->followed |= static_cast<uint8_t>(1u << byte);
        granule->bytes[byte] = *reinterpret_cast<const uint8_t*>(at + byte);
      }
    }
    return true;
  }

  // False: they are not as the operation left them. Otherwise they are as it found them from here on.
  bool go_back_over(const HistoryEntry& entry) {
    const Footprint& f = entry.footprint;
    for (uint64_t at = f.object & ~7ul; at < f.object + f.size; at += 8) {
      Granule* granule = find(at);
      if (!granule) continue;
      for (unsigned byte = 0; byte < 8; byte++) {
        if (!(granule->followed >> byte & 1) || !covers(f, at + byte)) continue;
        // What it found is not known.
        if (!entry.known) {
          granule->followed &= static_cast<uint8_t>(~(1u << byte));
          continue;
        }
        unsigned shift = static_cast<unsigned>(8 * (at + byte - f.object));
        if (granule->bytes[byte] != static_cast<uint8_t>(entry.effect.after >> shift)) return false;
        granule->bytes[byte] = static_cast<uint8_t>(entry.effect.before >> shift);
      }
    }
    return true;
  }

 private:
  struct Granule {
    uint64_t address;
    uint8_t followed;  // bytes, as bits
    uint8_t bytes[8];
  };

  static bool covers(const Footprint& f, uint64_t byte) { return byte >= f.object && byte < f.object + f.size; }

  Granule* find(uint64_t address) {
    for (unsigned i = 0; i < count_; i++)
      if (granules_[i].address == address) return &granules_[i];
    return nullptr;
  }

  unsigned count_ = 0;
  Granule granules_[kMostEffects];
};

bool is_followed(const HistoryEntry& entry) {
  return entry.known && dependence::is_memory(entry.footprint) && !is_to_dead_stack(entry.footprint);
}

bool leads_back(const Thread& self, Cycle& cycle, uint32_t visited_after) {
  if (!others_are_back(self, cycle)) return false;
  const History& h = history();
  uint32_t first = begin_of(self, cycle, visited_after);
  if (first == kNoEntry) return false;
  NetEffect effect;
  for (uint32_t i = first; i < h.count; i++)
    if (in_cycle(cycle, h.entries[i]) && !effect.add(h.entries[i])) return false;
  cycle.first_entry = first;
  return effect.is_nil() && is_memory_as_noted(cycle);
}

// Where a thread has not come back in many rounds it is likely to count, or to get on. Looking back costs more than a round:
// from then on it does so now and then. When it does depends on its own visits only.
bool looks_back(const Rounds& rounds) {
  constexpr uint32_t kMany = 4 * kMaxVisits, kSeldom = 16;
  return rounds.visit_count < kMany || rounds.visit_count % kSeldom == 0;
}

bool follows_rounds(const Thread& t) { return t.follows_rounds && t.number < kMaxFollowed && history().on; }

}  // namespace

namespace {

uint64_t part_of_state(const Change& change, uint64_t picture) { return mix_state(mix_state(0, change.what), picture); }

void add_change(const Change& change) {
  if (change.what == 0 || change.before == change.after) return;
  // A sum, so that the order of changes does not matter.
  model().memory_state += part_of_state(change, change.after) - part_of_state(change, change.before);
}

}  // namespace

void add_to_state(const HistoryEntry& entry) {
  Model& m = model();
  const Footprint& f = entry.footprint;
  uint64_t what = (uint64_t{f.thread} << 48) ^ (uint64_t{entry.alternative} << 32) ^ static_cast<uint64_t>(f.operation);
  m.path_state = mix_state(mix_state(m.path_state, what), f.object);
  // It has changed what is not known: the state is one that no other way leads to.
  if (!entry.known) {
    m.memory_state = mix_state(m.memory_state, m.path_state);
    return;
  }
  if (!dependence::is_memory(f)) {
    add_change(entry.effect);
    add_change(entry.second);
    return;
  }
  if (!dependence::modifies_memory(f)) return;
  for (unsigned byte = 0; byte < f.size; byte++)
    add_change({f.object + byte, entry.effect.before >> (8 * byte) & 0xff, entry.effect.after >> (8 * byte) & 0xff});
}

void record_state() {
  Model& m = model();
  finish_entry();
  if (!history().on) finish_execution(Outcome::StepLimit, "there are more steps or threads than can be followed");
  uint64_t state = m.memory_state;
  for (unsigned number = 0; number <= m.highest_thread && number < kMaxFollowed; number++) {
    state = mix_state(state, rounds_of(number).state);
    state = mix_state(state, static_cast<uint64_t>(thread(number).state));
  }
  record_atom_values(*m.current, m.atoms, state);
}

void forget_rounds(Thread& self) {
  if (!follows_rounds(self)) return;
  finish_entry();
  Rounds& rounds = rounds_of(self.number);
  LoopState& s = loop_state(self);
  rounds.state = mix_state(rounds.state, history().threads[self.number].transitions);
  rounds.own_count = rounds.visit_count = 0;
  // Each its own: to be at the header of one is not to be at that of another.
  for (uint32_t i = 0; i < s.loop_count; i++) s.loops[i].entered_in = mix_state(rounds.state, i + 1);
}

void begin_rounds(Thread& self, LoopVisit& loop) {
  if (self.number >= kMaxFollowed || !is_shared(kManyRounds)) return;
  begin_history();
  finish_entry();
  Rounds& rounds = rounds_of(self.number);
  if (!self.follows_rounds) rounds.own_count = rounds.visit_count = 0;
  self.follows_rounds = true;
  loop.entered_in = rounds.state;
}

void note_own_write(Thread& self, const void* address, uint64_t size) {
  if (!follows_rounds(self)) return;
  if (size > kMostOwnBytes) return forget_rounds(self);
  Rounds& rounds = rounds_of(self.number);
  auto begin = reinterpret_cast<uint64_t>(address), end = begin + size;
  for (uint64_t at = begin & ~7ul; at < end; at += 8) {
    OwnGranule* granule = own_granule(rounds, at);
    if (!granule) return forget_rounds(self);
    for (unsigned byte = 0; byte < 8; byte++) {
      if (at + byte < begin || at + byte >= end || (granule->written >> byte & 1)) continue;
      granule->written |= static_cast<uint8_t>(1u << byte);
      granule->before[byte] = *reinterpret_cast<const char*>(at + byte);
    }
  }
}

void note_time_read(Thread& self) {
  if (follows_rounds(self)) rounds_of(self.number).time_read = self.own_now;
}

void note_outcome(Thread& self, const HistoryEntry& entry) {
  Rounds& rounds = rounds_of(self.number);
  const Footprint& f = entry.footprint;
  note_lent_stack(f);
  // It stood at the header and goes on from there, as it would have without having stood.
  if (f.operation == Operation::ComeRound) return;
  uint64_t what = (static_cast<uint64_t>(f.operation) << 48) ^ (uint64_t{f.flags} << 40) ^ f.size;
  uint64_t state = mix_state(mix_state(rounds.state, what), f.object);
  // While a livelock is shown time passes (livelock_proof.cpp).
  const bool may_be_time = model().shows_livelock && is_to_own_stack(f);
  state = mix_state(mix_state(state, may_be_time ? 0 : f.value), entry.alternative);
  // What it saw, and what it overwrote: an iteration that changes nothing is one in which it waits. Of an object the flags and
  // the value tell.
  rounds.state = dependence::is_memory(f) && !may_be_time ? mix_state(state, entry.effect.before) : state;
  // What a thread begins with is known from where its creator was.
  if (f.operation == Operation::ThreadCreate && f.object < kMaxFollowed) {
    uint64_t& child = rounds_of(static_cast<unsigned>(f.object)).state;
    child = mix_state(child, rounds.state);
  }
  if (!entry.known) forget_rounds(self);
}

bool is_memory_as_noted(const Cycle& cycle) {
  const History& h = history();
  FollowedBytes bytes;
  for (uint32_t i = cycle.first_entry; i < h.count; i++) {
    const HistoryEntry& entry = h.entries[i];
    if (is_followed(entry) && in_cycle(cycle, entry) && !bytes.add(entry.footprint)) return false;
  }
  for (uint32_t i = h.count; i-- > cycle.first_entry;) {
    const HistoryEntry& entry = h.entries[i];
    if (dependence::is_memory(entry.footprint) && !bytes.go_back_over(entry)) return false;
  }
  return true;
}

bool is_to_own_stack(const Footprint& f) {
  return dependence::is_memory(f) && f.thread < kMaxFollowed && is_on_stack(thread(f.thread), f.object);
}

bool changes_nothing_since(uint32_t first_entry) {
  const History& h = history();
  NetEffect effect;
  for (uint32_t i = first_entry; i < h.count; i++)
    if (!effect.add(h.entries[i])) return false;
  return effect.is_nil();
}

void note_announced(const Thread& self) {
  History& h = history();
  if (self.number >= kMaxFollowed || h.threads[self.number].last == kNoEntry) return;
  h.entries[h.entries[h.threads[self.number].last].head].state = rounds_of(self.number).state;
}

Round comes_round(Thread& self, LoopVisit& loop, uint64_t state) {
  if (!follows_rounds(self)) return Round::GoesOn;
  finish_entry();
  Rounds& rounds = rounds_of(self.number);
  const OwnMemory own = state_of_own_memory(self, rounds, loop.stack);
  rounds.dead_below = is_on_stack(self, loop.stack) && !rounds.lends_stack ? loop.stack : 0;
  uint64_t here = mix_state(mix_state(mix_state(loop.entered_in, loop.site), state), static_cast<uint32_t>(errno));
  auto state_with = [&](uint64_t memory) {
    return mix_state(mix_state(mix_state(here, loop.went_round), memory), rounds.time_read);
  };
  // While a livelock is shown time passes (livelock_proof.cpp).
  const uint64_t shown = state_with(own.elsewhere);
  rounds.state = model().shows_livelock ? shown : state_with(own.on_stack + own.elsewhere);
  // An execution that is drawn goes on fairly for a while by steps of its own.
  if (model().goes_on_fairly && !draws(host().policy)) return Round::GoesOn;
  // A round that began within a step could not be left out. Where a livelock is shown, its steps are those of the first time.
  self.round_begins = true;
  // Those who came round before a livelock was shown stop where they did, and nobody else.
  if (model().shows_livelock) return rounds.came_round && shown == rounds.came_round_in ? Round::Back : Round::GoesOn;
  const FollowedThread& followed = history().threads[self.number];
  Cycle cycle{};
  bool back = false, without_steps = false;
  for (uint32_t i = rounds.visit_count; !back && i-- > 0 && rounds.visit_count - i <= kMaxVisits;) {
    const RoundVisit& visit = rounds.visits[i % kMaxVisits];
    if (visit.state != rounds.state) continue;
    without_steps |= visit.entry == followed.last;
    if (visit.entry == followed.last || host().every_state || !looks_back(rounds)) continue;
    cycle.from = visit.clock;
    cycle.to = followed.clock;
    back = leads_back(self, cycle, visit.entry);
  }
  RoundVisit& visit = rounds.visits[rounds.visit_count++ % kMaxVisits];
  visit.state = rounds.state;
  visit.entry = followed.last;
  visit.clock = followed.clock;
  if (!back) return without_steps ? Round::BackWithoutSteps : Round::GoesOn;
  cycle.site = loop.site;
  rounds.cycle = cycle;
  rounds.came_round_in = shown;
  return Round::Back;
}

}  // namespace selvage::runtime
