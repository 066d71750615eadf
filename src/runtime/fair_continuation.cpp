#include "runtime/fair_continuation.h"

#include "runtime/assumptions.h"
#include "runtime/livelock_proof.h"
#include "runtime/outcome.h"
#include "runtime/rounds.h"
#include "runtime/scheduler.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

namespace {

// Where to look back to moves on after twice as many steps each time (Brent): the way into a cycle may be long.
inline constexpr uint32_t kFirstStretch = 4;

// Steps of an execution that is drawn, before it is continued fairly for the first time; then twice as many, and so on.
inline constexpr uint64_t kFirstTrial = 512;
// Steps for each thread that it is continued for.
inline constexpr uint32_t kStepsOfTrial = 64;

struct Continuation {
  uint32_t steps;                    // taken
  uint32_t most_steps;               // 0: no limit
  uint32_t looks_back_to;            // one of them
  uint32_t first_entry;              // of the history, since then
  uint32_t enabled, chosen;          // threads that could go on since then, and that did, as bits
  uint32_t last_turn[kMaxFollowed];  // the step with which a thread went on
  uint64_t states[kMaxFollowed];     // of threads, then
  // Operations with several outcomes have one after the other.
  uint32_t choices[kMaxFollowed];   // how many of its operations had several
  uint32_t outcomes[kMaxFollowed];  // since then: how many the one with most has
  uint32_t had[kMaxFollowed];       // and which, as bits
};
inline constexpr uint64_t kContinuation = kLivelockProofEnd;
static_assert(kContinuation + sizeof(Continuation) < address::kModel + address::kModelSize);
Continuation& continuation() { return *reinterpret_cast<Continuation*>(kContinuation); }

// Of one that waits in its loop now, and did not before, its history says nothing else.
uint64_t state_of(unsigned number) {
  const Thread& t = thread(number);
  uint64_t state = mix_state(rounds_of(number).state, static_cast<uint64_t>(t.state));
  return mix_state(state, static_cast<uint64_t>(t.pending.operation));
}

void look_back_to_here() {
  Continuation& c = continuation();
  c.looks_back_to = c.steps;
  c.first_entry = history().count;
  c.enabled = c.chosen = 0;
  for (unsigned number = 0; number <= model().highest_thread; number++) {
    c.states[number] = state_of(number);
    c.outcomes[number] = c.had[number] = 0;
  }
}

// Another outcome of one of its operations might lead out.
bool has_had_all_outcomes(unsigned number) {
  const Continuation& c = continuation();
  return c.outcomes[number] <= static_cast<unsigned>(__builtin_popcount(c.had[number]));
}

uint16_t next_outcome(const Thread& t) {
  Continuation& c = continuation();
  unsigned count = alternatives(t);
  if (count < 2) return 0;
  // Time passes: that it stays as it is comes up in no fair execution again and again.
  unsigned first = t.pending.operation == Operation::ClockRead && t.pending.value == 0 ? 1 : 0;
  if (first) c.had[t.number] |= 1;
  unsigned outcome = first + c.choices[t.number]++ % (count - first);
  if (count > c.outcomes[t.number]) c.outcomes[t.number] = count;
  if (outcome < 32) c.had[t.number] |= uint32_t{1} << outcome;
  return static_cast<uint16_t>(outcome);
}

// The state is the one of before: where every thread is, and what is in memory and in objects.
bool is_back() {
  const Continuation& c = continuation();
  if (c.steps == c.looks_back_to || (c.enabled & ~c.chosen) != 0) return false;
  for (unsigned number = 0; number <= model().highest_thread; number++)
    if (c.states[number] != state_of(number) || !has_had_all_outcomes(number)) return false;
  return changes_nothing_since(c.first_entry);
}

// Those who stand at a header that they came round to are to go on.
void release_threads(void (*evaluate)(Thread& t)) {
  release_outdated(evaluate);
  for (unsigned number = 0; number <= model().highest_thread; number++)
    if (model().came_round >> number & 1) evaluate(thread(number));
}

[[noreturn]] void end_with(Outcome outcome) {
  host().record->outcome = outcome;
  finish_execution(outcome);
}

// Where it is to be shown, what leads there is executed once more, for the record to have it.
[[noreturn]] void end_in_livelock() {
  if (stopped_by_assumption()) end_with(Outcome::SleepBlocked);
  if (host().wants_livelock_shown) execute_with_livelock();
  end_with(Outcome::Livelock);
}

// The loops that threads go round, as a set.
uint64_t hash_of_loops(uint32_t threads) {
  uint32_t sites[kMaxFollowed], count = 0;
  for (; threads; threads &= threads - 1) {
    uint32_t site = loop_gone_round(thread(static_cast<unsigned>(__builtin_ctz(threads))));
    bool known = false;
    for (uint32_t i = 0; i < count; i++) known |= sites[i] == site;
    if (!known) sites[count++] = site;
  }
  uint64_t sum = 1;
  for (uint32_t i = 0; i < count; i++) sum += mix_state(0, sites[i]);
  return sum;
}

}  // namespace

void begin_fair_continuation(void (*evaluate)(Thread& t)) {
  Model& m = model();
  if (!m.keeps_history || m.highest_thread >= kMaxFollowed || host().found_count > 0)
    finish_execution(Outcome::SleepBlocked);
  if (!host().fair_livelock) close_record_early(Outcome::SleepBlocked);
  m.goes_on_fairly = true;
  continuation() = Continuation{};
  look_back_to_here();
  release_threads(evaluate);
}

bool is_due_for_fair_trial() {
  const Model& m = model();
  if (!m.keeps_history || m.highest_thread >= kMaxFollowed || m.goes_on_fairly || m.anyone_asleep) return false;
  return host().step_index >= (m.next_fair_trial ? m.next_fair_trial : kFirstTrial);
}

void begin_fair_trial() {
  Model& m = model();
  m.next_fair_trial = 2 * host().step_index;
  m.goes_on_fairly = true;
  continuation() = Continuation{};
  continuation().most_steps = kStepsOfTrial * (m.highest_thread + 1);
  look_back_to_here();
}

bool end_fair_trial() {
  if (continuation().most_steps == 0) return false;
  model().goes_on_fairly = false;
  return true;
}

void end_fair_continuation_stuck(void (*evaluate)(Thread& t)) {
  release_threads(evaluate);
  if (model().enabled.words[0] != 0) return;
  // They go round loops in which nothing changes any more, and nobody is left.
  if (!any_spinning() || any_outdated()) finish_execution(Outcome::SleepBlocked);
  if (host().record->went_on) end_in_livelock();
  finish_execution(stopped_by_assumption() ? Outcome::AssumeFailed : Outcome::Livelock);
}

Step next_fair_step(void (*evaluate)(Thread& t)) {
  Continuation& c = continuation();
  const Model& m = model();
  // Threads were created, or steps taken, beyond what is followed.
  bool goes_too_far = !m.keeps_history || host().step_index >= host().configuration.max_steps;
  if (goes_too_far) end_with(Outcome::StepLimit);
  // What they looked at may have changed: they can go round once more.
  release_outdated(evaluate);
  // A drawn execution goes on as a search would have it, from where its schedule will end: so it ends in the same way again.
  if (is_back() && end_fair_trial()) {
    host().policy = Policy::Continue;
  } else if (is_back()) {
    host().record->loops = hash_of_loops(c.chosen);
    if (host().fair_livelock) {
      host().record->continued_steps = c.steps;
      begin_to_show_steps(c.first_entry, c.chosen, evaluate);
      return next_step_of_livelock(evaluate);
    }
    end_in_livelock();
  }
  if (c.most_steps != 0 && c.steps >= c.most_steps) end_fair_trial();
  if (c.steps - c.looks_back_to >= kFirstStretch && c.steps >= 2 * c.looks_back_to) look_back_to_here();
  auto enabled = static_cast<uint32_t>(m.enabled.words[0]);
  unsigned next = static_cast<unsigned>(__builtin_ctz(enabled));
  for (uint32_t others = enabled & (enabled - 1); others; others &= others - 1) {
    auto number = static_cast<unsigned>(__builtin_ctz(others));
    if (c.last_turn[number] < c.last_turn[next]) next = number;
  }
  c.enabled |= enabled;
  // To go on from a header where it stood is no step of a round.
  if (thread(next).pending.operation != Operation::ComeRound) c.chosen |= uint32_t{1} << next;
  c.last_turn[next] = ++c.steps;
  return {static_cast<uint16_t>(next), next_outcome(thread(next))};
}

}  // namespace selvage::runtime
