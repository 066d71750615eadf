#include "runtime/livelock_proof.h"

#include "runtime/livelock.h"
#include "runtime/outcome.h"
#include "runtime/rounds.h"
#include "runtime/spinning.h"

namespace selvage::runtime {

namespace {

inline constexpr uint32_t kMostSteps = 2048;

struct Proof {
  uint32_t threads;  // that go round, as bits
  uint32_t steps;
  uint32_t at;                   // the next one of them
  uint32_t round;                // how many are over
  uint64_t state;                // after the first round
  uint64_t begin;                // step of the execution
  uint32_t entries[kMostSteps];  // of the history, in the order in which they were executed
};
static_assert(kLivelockProof + sizeof(Proof) <= kLivelockProofEnd);
static_assert(kLivelockProofEnd < address::kModel + address::kModelSize);
Proof& proof() { return *reinterpret_cast<Proof*>(kLivelockProof); }

// Of all that takes part: where the threads are and what they know, the memory and the objects that they access. What a thread
// has on its own stack is left out, also of what it knows (rounds.cpp). That it comes back was told before, and time passes in
// a round: one that decides nothing (instrument/pass/deadlines.h) may be there, in whole seconds, say, which are the same in a
// few rounds and not in ten.
uint64_t present_state(const Proof& p) {
  uint64_t state = 0;
  for (unsigned number = 0; number < kMaxFollowed; number++)
    if (p.threads >> number & 1) state = mix_state(state, rounds_of(number).state);
  for (uint32_t i = 0; i < p.steps; i++) {
    const HistoryEntry& entry = history().entries[p.entries[i]];
    if (!is_to_own_stack(entry.footprint)) state = mix_state(state, present_picture(entry));
  }
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
  bool was_fair = model().goes_on_fairly;
  model().shows_livelock = model().goes_on_fairly = false;
  was_fair ? stand_at_headers(p.threads, evaluate) : evaluate_all(evaluate);
  finish_execution(Outcome::Livelock);
}

// The first round is the one to compare with: what a thread knows of the round before it is part of its state, and before the
// first one that may have been the way into the loop.
void check_round() {
  Proof& p = proof();
  if (p.round == 1) p.state = present_state(p);
  if (present_state(p) != p.state)
    finish_execution(Outcome::ScheduleMismatch, "round %u of a livelock ends in another state", p.round);
}

}  // namespace

void stand_at_headers(uint32_t threads, void (*evaluate)(Thread& t)) {
  model().goes_on_fairly = false;
  for (; threads; threads &= threads - 1) {
    Thread& t = thread(static_cast<unsigned>(__builtin_ctz(threads)));
    uint32_t site = loop_gone_round(t);
    t.pending = Pending{Operation::ComeRound, 0, 0, 0, site, site, 0, 0, 0};
    t.waits_in_loop = t.attempts_in_loop = false;
    evaluate(t);
  }
}

// To go on from a header is none of its steps: while it is shown nobody stands at one.
static bool is_repeated(const HistoryEntry& entry) { return entry.footprint.operation != Operation::ComeRound; }

template <typename Belongs>
static void begin_proof(uint32_t threads, uint32_t first_entry, Belongs&& belongs, void (*evaluate)(Thread& t)) {
  Proof& p = proof();
  const History& h = history();
  p = Proof{};
  p.threads = threads;
  for (uint32_t i = first_entry; i < h.count; i++) {
    if (h.entries[i].head != i || !is_repeated(h.entries[i]) || !belongs(h.entries[i])) continue;
    if (p.steps == kMostSteps) finish_execution(Outcome::Livelock);  // too long to be shown
    p.entries[p.steps++] = i;
  }
  p.begin = host().step_index;
  model().shows_livelock = true;
  evaluate_all(evaluate);
}

void begin_to_show_livelock(void (*evaluate)(Thread& t)) {
  begin_proof(threads_in_loop(), 0, is_step_of_loop, evaluate);
}

void begin_to_show_steps(uint32_t first_entry, uint32_t threads, void (*evaluate)(Thread& t)) {
  begin_proof(threads, first_entry, [](const HistoryEntry&) { return true; }, evaluate);
}

Step next_step_of_livelock(void (*evaluate)(Thread& t)) {
  Proof& p = proof();
  // As when the steps were taken for the first time (fair_continuation.h).
  if (model().goes_on_fairly) release_outdated(evaluate);
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
  Thread& next = thread(entry.footprint.thread);
  // The first iteration of a loop is gone round also where it changes nothing; from the second on the thread would wait.
  if (!m.enabled.contains(next.number)) release_waiting(next, evaluate);
  if (!m.enabled.contains(next.number))
    finish_execution(Outcome::ScheduleMismatch, "thread %u cannot repeat the steps of a livelock", next.number);
  if (next.pending.operation == Operation::ComeRound) return {next.number, 0};
  p.at++;
  return {next.number, entry.alternative};
}

}  // namespace selvage::runtime
