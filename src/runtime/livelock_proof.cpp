#include "runtime/livelock_proof.h"

#include "runtime/livelock.h"
#include "runtime/outcome.h"
#include "runtime/rounds.h"

namespace selvage::runtime {

namespace {

inline constexpr uint32_t kMostSteps = 2048;

struct Proof {
  uint32_t threads;  // that go round, as bits
  uint32_t steps;
  uint32_t at;     // the next one of them
  uint32_t round;  // how many are over
  uint64_t state;
  uint64_t begin;                // step of the execution
  uint32_t entries[kMostSteps];  // of the history, in the order in which they were executed
};
inline constexpr uint64_t kProof = kHistoryEnd + kMaxFollowed * kRoundsSize;
static_assert(kProof + sizeof(Proof) < address::kModel + address::kModelSize);
Proof& proof() { return *reinterpret_cast<Proof*>(kProof); }

// Of all that takes part: where the threads are and what they know, the memory and the objects that they change.
uint64_t present_state(const Proof& p) {
  uint64_t state = 0;
  for (unsigned number = 0; number < kMaxFollowed; number++)
    if (p.threads >> number & 1) state = mix_state(state, rounds_of(number).state);
  for (uint32_t i = 0; i < p.steps; i++) state = mix_state(state, present_picture(history().entries[p.entries[i]]));
  return state;
}

void evaluate_all(void (*evaluate)(Thread& t)) {
  for (unsigned number = 0; number < kMaxFollowed; number++)
    if (model().came_round >> number & 1) evaluate(thread(number));
}

[[noreturn]] void end_proof(void (*evaluate)(Thread& t)) {
  const Proof& p = proof();
  ExecutionRecord& record = *host().record;
  record.loop_rounds = p.round;
  record.loop_steps = static_cast<uint32_t>((host().step_index - p.begin) / p.round);
  record.loop_state = p.state;
  model().shows_livelock = false;
  evaluate_all(evaluate);
  finish_execution(Outcome::Livelock);
}

void check_round() {
  const Proof& p = proof();
  if (present_state(p) != p.state)
    finish_execution(Outcome::ScheduleMismatch, "round %u of a livelock ends in another state", p.round);
}

}  // namespace

void begin_to_show_livelock(void (*evaluate)(Thread& t)) {
  Proof& p = proof();
  const History& h = history();
  p = Proof{};
  p.threads = threads_in_loop();
  for (uint32_t i = 0; i < h.count; i++) {
    if (h.entries[i].head != i || !is_step_of_loop(h.entries[i])) continue;
    if (p.steps == kMostSteps) finish_execution(Outcome::Livelock);  // too long to be shown
    p.entries[p.steps++] = i;
  }
  p.begin = host().step_index;
  p.state = present_state(p);
  model().shows_livelock = true;
  evaluate_all(evaluate);
}

Step next_step_of_livelock(void (*evaluate)(Thread& t)) {
  Proof& p = proof();
  if (p.at == p.steps) {
    p.at = 0;
    p.round++;
    check_round();
    if (p.round == kRoundsShown) end_proof(evaluate);
  }
  const Model& m = model();
  if (m.enabled.words[0] & ~uint64_t{p.threads})
    finish_execution(Outcome::ScheduleMismatch, "a livelock lets others go on");
  const HistoryEntry& entry = history().entries[p.entries[p.at]];
  const Thread& next = thread(entry.footprint.thread);
  if (!m.enabled.contains(next.number))
    finish_execution(Outcome::ScheduleMismatch, "thread %u cannot repeat the steps of a livelock", next.number);
  if (next.pending.operation == Operation::ComeRound) return {next.number, 0};
  p.at++;
  return {next.number, entry.alternative};
}

}  // namespace selvage::runtime
