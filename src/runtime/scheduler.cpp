#include "runtime/scheduler.h"

#include "contract/dependence.h"
#include "contract/hooks.h"
#include "runtime/assumptions.h"
#include "runtime/atoms.h"
#include "runtime/bases.h"
#include "runtime/cancellation.h"
#include "runtime/carrier.h"
#include "runtime/choosing.h"
#include "runtime/chosen_points.h"
#include "runtime/drawing.h"
#include "runtime/enabledness.h"
#include "runtime/exit.h"
#include "runtime/fair_continuation.h"
#include "runtime/host.h"
#include "runtime/livelock.h"
#include "runtime/livelock_proof.h"
#include "runtime/loops.h"
#include "runtime/memory_checks.h"
#include "runtime/modules.h"
#include "runtime/outcome.h"
#include "runtime/points.h"
#include "runtime/relevance.h"
#include "runtime/root.h"
#include "runtime/rounds.h"
#include "runtime/sharing.h"
#include "runtime/signals.h"
#include "runtime/sleep_set.h"
#include "runtime/spinning.h"
#include "runtime/struck_waits.h"
#include "runtime/trace.h"
#include "runtime/unseen_calls.h"

namespace selvage::runtime {

void evaluate(Thread& t) {
  if (t.state == ThreadState::Alive && !t.held_back && alternatives(t) > 0)
    model().enabled.insert(t.number);
  else
    model().enabled.erase(t.number);
}

// Lemire's multiply-shift reduction; the bias is below 2^-48 for the few outcomes there are. The number used was drawn
// at the step before, so that nobody waits for it.
unsigned random_below(unsigned bound) {
  Host& h = host();
  uint64_t drawn = h.random_drawn;
  h.random_drawn = next_random(h.random_state);
  return static_cast<unsigned>((static_cast<unsigned __int128>(drawn) * bound) >> 64);
}

namespace {

// That are recorded within one step: more would make a trace that nobody can read.
inline constexpr uint32_t kMostEventsInStep = 200'000;

struct Decision {
  uint16_t thread;
  uint16_t alternative;
  uint16_t alternatives;
};

unsigned count_enabled() {
  unsigned count = 0;
  for (uint32_t i = 0; i < model().word_count; i++)
    count += static_cast<unsigned>(__builtin_popcountll(model().enabled.words[i]));
  return count;
}

unsigned nth_member(uint64_t bits, unsigned n) {
  for (; n > 0; n--) bits &= bits - 1;
  return static_cast<unsigned>(__builtin_ctzll(bits));
}

// One of two threads is the common case, and it is chosen without a branch, which would be mispredicted half of the
// time.
unsigned random_member(uint64_t bits) {
  unsigned count = static_cast<unsigned>(__builtin_popcountll(bits));
  unsigned n = random_below(count);
  if (count > 2) [[unlikely]]
    return nth_member(bits, n);
  unsigned lowest = static_cast<unsigned>(__builtin_ctzll(bits));
  unsigned highest = 63 - static_cast<unsigned>(__builtin_clzll(bits));
  return n == 0 ? lowest : highest;
}

unsigned random_enabled() {
  if (model().word_count == 1) return random_member(model().enabled.words[0]);
  unsigned n = random_below(count_enabled());
  for (uint32_t i = 0;; i++) {
    uint64_t bits = model().enabled.words[i];
    unsigned count = static_cast<unsigned>(__builtin_popcountll(bits));
    if (n < count) return i * 64 + nth_member(bits, n);
    n -= count;
  }
}

bool none_enabled() {
  for (uint32_t i = 0; i < model().word_count; i++)
    if (model().enabled.words[i]) return false;
  return true;
}

// Nothing can run: with TimeoutMode::Late the wait with the earliest deadline now times out.
bool release_late_timeout() {
  if (host().configuration.timeouts == TimeoutMode::Explore) return false;
  bool found = false;
  for (uint32_t number = 0; number <= model().highest_thread; number++) {
    const Thread& t = thread(number);
    if (t.state != ThreadState::Alive || t.pending.deadline == 0) continue;
    if (host().configuration.timeouts == TimeoutMode::Never && t.pending.operation != Operation::Sleep) continue;
    if (!found || t.pending.deadline < thread(model().late_thread).pending.deadline) {
      model().late_thread = static_cast<uint16_t>(number);
      found = true;
    }
  }
  if (!found) return false;
  model().late_timeout = true;
  evaluate(thread(model().late_thread));
  return !none_enabled();
}

// The program's end is put off while anything else can run: what others still do may be the finding.
bool wants_to_end(unsigned number) { return thread(number).pending.operation == Operation::ProcessExit; }

bool only_ends_enabled() {
  for (uint32_t i = 0; i < model().word_count; i++)
    for (uint64_t bits = model().enabled.words[i]; bits; bits &= bits - 1)
      if (!wants_to_end(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits)))) return false;
  return true;
}

// Threads that have gone round a loop give way to those that have not; and those that take part in what others came
// round by give way to all, so that it shows whether these can do without them.
unsigned first_who_has_not_given_way() {
  Model& m = model();
  uint64_t willing = m.enabled.words[0] & ~m.asleep.words[0];
  uint64_t circling = m.came_round ? circling_threads() : 0;
  if (willing & ~circling) willing &= ~circling;
  if (!(willing & ~uint64_t{m.gave_way})) m.gave_way = 0;
  willing &= ~uint64_t{m.gave_way};
  unsigned current = m.current->number;
  if (current < kMaxFollowed && (willing >> current & 1) && !wants_to_end(current)) return current;
  for (; willing; willing &= willing - 1) {
    auto number = static_cast<unsigned>(__builtin_ctzll(willing));
    if (!wants_to_end(number)) return number;
  }
  return kMaxThreads;
}

// The thread that goes on, else the lowest-numbered awake one that can.
unsigned next_in_order() {
  Model& m = model();
  if (m.gave_way | m.came_round) [[unlikely]] {
    if (unsigned number = first_who_has_not_given_way(); number < kMaxThreads) return number;
  }
  unsigned ending = kMaxThreads;
  unsigned current = m.current->number;
  if (m.enabled.contains(current) && !m.asleep.contains(current)) {
    if (!wants_to_end(current)) return current;
    ending = current;
  }
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.enabled.words[i] & ~m.asleep.words[i]; bits; bits &= bits - 1) {
      unsigned number = i * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
      if (!wants_to_end(number)) return number;
      ending = number;
    }
  if (ending != kMaxThreads) return ending;
  // What those who wait for assumptions compete with has to be seen all the same.
  if (awaits_assumptions() && give_up_assumptions(evaluate)) return next_in_order();
  finish_execution(Outcome::SleepBlocked);
}

// Plain and atomic accesses never block and have one outcome: most steps are one of them.
bool is_access(Operation operation) {
  return operation >= Operation::Read && operation <= Operation::AtomicCompareExchange;
}

unsigned choices_of(const Thread& t) {
  return is_access(t.pending.operation) && !wants_attention(t) ? 1 : alternatives(t);
}

Decision decide_after_prefix() {
  Host& h = host();
  unsigned number;
  if (h.policy == Policy::Random) {
    number = random_enabled();
  } else if (draws(h.policy)) {
    number = draw_thread();
  } else if (h.policy == Policy::Stop) {
    finish_execution(Outcome::PrefixDone);
  } else {
    number = next_in_order();
  }
  unsigned choices = choices_of(thread(number));
  unsigned choice = draws(h.policy) && choices > 1 ? random_below(choices) : 0;
  return {static_cast<uint16_t>(number), static_cast<uint16_t>(choice), static_cast<uint16_t>(choices)};
}

// A signal that it has to handle there comes first.
bool is_at_header(unsigned number) {
  if (number >= kMaxThreads) return false;
  const Thread& t = thread(number);
  return t.pending.operation == Operation::ComeRound && !deliverable_signals(t);
}

// To have come round stops a thread only where nobody asks for more: this one goes on.
unsigned goes_on_from_header() {
  const Host& h = host();
  uint32_t standing = model().came_round;
  if (standing == 0 || h.step_index >= h.configuration.max_steps) return kMaxThreads;
  if (h.step_index < h.step_count) {
    const Step& step = h.steps[h.step_index];
    return step.alternative != kIfEnabled && is_at_header(step.thread) ? step.thread : kMaxThreads;
  }
  if (!draws(h.policy)) return kMaxThreads;
  for (; standing; standing &= standing - 1)
    if (auto number = static_cast<unsigned>(__builtin_ctz(standing)); is_at_header(number)) return number;
  return kMaxThreads;
}

Decision decide_by_prefix() {
  Host& h = host();
  Step step = h.steps[h.step_index];
  if (step.alternative == kIfEnabled) {
    if (step.thread >= kMaxThreads || !model().enabled.contains(step.thread)) {
      h.step_count = h.step_index;
      return decide_after_prefix();
    }
    step.alternative = 0;
  }
  if (step.thread >= kMaxThreads || !model().enabled.contains(step.thread))
    finish_execution(Outcome::ScheduleMismatch, "step %u of the schedule runs thread %u, which cannot go on there",
                     static_cast<unsigned>(h.step_index + 1), step.thread);
  unsigned choices = choices_of(thread(step.thread));
  if (step.alternative >= choices)
    finish_execution(Outcome::ScheduleMismatch,
                     "step %u of the schedule takes alternative %u of thread %u, which has only %u there",
                     static_cast<unsigned>(h.step_index + 1), step.alternative, step.thread, choices);
  return {step.thread, step.alternative, static_cast<uint16_t>(choices)};
}

Decision take_step(Decision decision) {
  Host& h = host();
  h.step_index++;
  h.events_in_step = h.guarded_in_step = 0;
  h.control->heartbeat++;
  model().chosen_alternative = decision.alternative;
  model().chosen_alternatives = decision.alternatives;
  return decision;
}

// In an execution that is drawn that is a step, taken at once: where its steps are repeated, the same threads stand at headers at
// any moment. A schedule without that step has the thread go on by the way.
Decision go_on_from_header(unsigned number) {
  const Host& h = host();
  Decision decision{static_cast<uint16_t>(number), kHeaderPassed, 2};
  bool is_step = h.step_index >= h.step_count || h.steps[h.step_index].alternative == kHeaderPassed;
  model().header_pass = is_step ? HeaderPass::ByStep : HeaderPass::ByTheWay;
  return is_step ? take_step(decision) : decision;
}

// Mass runs under random schedules: nothing but the draw stands between one step and the next.
bool only_random() {
  const Host& h = host();
  const Model& m = model();
  return h.only_random && !h.wants_root && !m.keeps_history && m.word_count == 1 && m.enabled.words[0] != 0 &&
         h.step_index < h.configuration.max_steps;
}

// Threads go round for ever, unless that is because of memory which is shared without having been known to be.
[[gnu::noinline]] void end_in_livelock() {
  if (stopped_by_assumption()) finish_execution(Outcome::AssumeFailed);
  if (host().found_count > 0) finish_execution(Outcome::StepLimit, "not all shared memory was known to be");
  if (!(host().flags & kShowLivelock)) finish_execution(Outcome::Livelock);
  begin_to_show_livelock(evaluate);
}

// Nobody can go on, and no time-out is left.
[[gnu::noinline]] void end_stuck() {
  const Host& h = host();
  bool prefix_done = h.step_index >= h.step_count || h.steps[h.step_index].alternative == kIfEnabled;
  // An execution that was drawn ended at its limit.
  if (model().came_round && h.step_index >= h.configuration.max_steps) finish_execution(Outcome::StepLimit);
  if (model().assumption_failed) finish_execution(Outcome::AssumeFailed);
  if (model().goes_on_fairly && !end_fair_trial()) return end_fair_continuation_stuck(evaluate);
  // What others cover is to be shown up to here.
  bool stops = prefix_done && h.policy == Policy::Stop;
  if (model().came_round) {
    if (stops || !prefix_done) finish_execution(stops ? Outcome::PrefixDone : Outcome::SleepBlocked);
    return begin_fair_continuation(evaluate);
  }
  if (!any_spinning()) finish_execution(Outcome::Deadlock);
  if (h.found_count > 0) finish_execution(Outcome::StepLimit, "not all shared memory was known to be");
  if (!any_outdated()) finish_execution(Outcome::Livelock);
  // Only a search sees to it that they look later elsewhere.
  if (!draws(h.policy) && prefix_done) finish_execution(stops ? Outcome::PrefixDone : Outcome::SleepBlocked);
  release_outdated(evaluate);
}

// Who goes next, in the state where all pending operations are known.
Decision decide() {
  if (watches_atoms()) [[unlikely]]
    settle_atoms();
  if (host().every_state) [[unlikely]] {
    begin_history();
    // What they looked at has changed: they can go round once more.
    release_outdated(evaluate);
    record_state();
  }
  if (model().looking_ahead_count > 0) [[unlikely]]
    look_ahead_again(evaluate);
  if (awaits_assumptions()) [[unlikely]]
    look_at_assumptions(evaluate);
  if (only_random()) [[likely]]
    return take_step(decide_after_prefix());
  Host& h = host();
  if (h.wants_root) [[unlikely]]
    stand_at_root();
  if (h.step_index == h.base_at) [[unlikely]]
    stand_at_base();
  if (unsigned number = goes_on_from_header(); number < kMaxThreads) [[unlikely]]
    return go_on_from_header(number);
  // At the limit of steps an execution that was drawn has ended, before threads were looked at whether they have come round.
  bool is_beyond_prefix = h.step_index >= h.step_count && h.step_index < h.configuration.max_steps;
  bool has_gone_round = model().came_round && is_beyond_prefix;
  if (has_gone_round && !model().shows_livelock && !model().goes_on_fairly && is_livelock()) end_in_livelock();
  if (model().shows_livelock) {
    Step step = next_step_of_livelock(evaluate);
    return take_step({step.thread, step.alternative, static_cast<uint16_t>(choices_of(thread(step.thread)))});
  }
  if (none_enabled()) {
    if (!release_late_timeout() && !give_up_assumptions(evaluate)) end_stuck();
  } else if (awaits_assumptions() && only_ends_enabled()) {
    give_up_assumptions(evaluate);
  }
  if (draws(h.policy) && is_due_for_fair_trial()) begin_fair_trial();
  if (model().goes_on_fairly) {
    Step step = next_fair_step(evaluate);
    return take_step({step.thread, step.alternative, static_cast<uint16_t>(choices_of(thread(step.thread)))});
  }
  if (h.step_index >= h.configuration.max_steps) finish_execution(Outcome::StepLimit);
  if (model().anyone_asleep) wake_sleepers();
  if (h.sleepers_done < h.sleeper_count) put_to_sleep();
  return take_step(h.step_index < h.step_count ? decide_by_prefix() : decide_after_prefix());
}

// A new thread has reached its first operation. Who returns from here has been chosen for it.
void go_back_to_creator(Thread& self) {
  Thread& creator = *self.started_by;
  self.started_by = nullptr;
  self.call_site = selvage_call_site;
  switch_to(creator);
  selvage_call_site = self.call_site;
}

}  // namespace

void wait_to_be_chosen(Thread& self) {
  if (model().keeps_history) [[unlikely]] {
    finish_entry();
    note_announced(self);
  }
  if (self.started_by) [[unlikely]]
    return go_back_to_creator(self);
  Decision decision = decide();
  if (decision.thread == self.number) return;
  self.call_site = selvage_call_site;
  // A thread that waits inside an atomic block lets the others run, and these are not inside.
  Model& m = model();
  uint32_t depth = m.atomic_depth;
  m.atomic_depth = 0;
  switch_to(thread(decision.thread));
  m.atomic_depth = depth;
  selvage_call_site = self.call_site;
}

Attention attend(Thread& self) {
  if (self.follows_rounds) forget_rounds(self);
  stop_looking_ahead(self);
  forget_assumptions(self);
  if (cancels_asynchronously(self)) {
    record_event(self);
    mark_failed();
    self.interrupted = true;
    cancellation_point();
  }
  if (!deliverable_signals(self) || self.pending.operation == Operation::SignalDeliver) return Attention::Perform;
  Pending announced = self.pending;
  const Model& m = model();
  bool waits = m.chosen_alternatives == 2 ? m.chosen_alternative == 0 : blocked_but_for_signals(self);
  if (announced.operation == Operation::CondWake) self.interrupted_wait = announced.object;
  // What the handler does may let the thread out of its loops: none of them waits until its header is passed again.
  note_change(self);
  if (self.attempts_in_loop) announced.flags &= static_cast<uint8_t>(~kEventSpin);
  self.attempts_in_loop = false;
  bool interrupts = deliver_signal(announced) && waits && interruptible(announced.operation);
  if (interrupts) deliver_raised_signals();
  self.interrupted_wait = 0;
  self.pending = announced;
  if (!interrupts) {
    // A request that came, or was let through, while the handler ran did not find the wait.
    end_wait_of_cancelled(self);
    return Attention::AnnounceAgain;
  }
  record_local_event(self);
  mark_failed();
  self.pending.operation = Operation::None;
  return Attention::Interrupted;
}

void record_event_in_step(const Thread& self) {
  if (++host().events_in_step > kMostEventsInStep)
    finish_execution(Outcome::StepLimit, "thread %u goes on for too long without a step", self.number);
  record_local_event(self);
}

namespace {

// Outside the exploration only the enabledness matters: a single thread that blocks will never go on.
unsigned announce_before_snapshot(Thread& self) {
  while (deliverable_signals(self) && self.pending.operation != Operation::SignalDeliver) {
    model().chosen_alternatives = 1;
    if (attend(self) == Attention::Interrupted) return kInterrupted;
  }
  if (alternatives(self) == 0 && self.pending.deadline == 0)
    finish_execution(Outcome::Deadlock, "the program blocks before it has started a thread");
  return 0;
}

}  // namespace

uint64_t next_random(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// The thread goes on from a header to which it came round.
static unsigned pass_header(Thread& self) {
  Model& m = model();
  m.enabled.insert(self.number);
  if (m.header_pass == HeaderPass::ByStep) record_event(self);
  m.header_pass = HeaderPass::None;
  m.came_round &= ~(uint32_t{1} << self.number);
  rounds_of(self.number).came_round = false;
  self.pending.operation = Operation::None;
  return kHeaderPassed;
}

unsigned announce_pending() {
  Thread& self = current_thread();
  if (!exploring()) return announce_before_snapshot(self);
  if (self.in_unseen_code) [[unlikely]]
    meet_in_unseen_code(self, true);

  // Whoever frees the memory that the object lies in has to know of others that use it.
  if (dependence::lies_in_memory(traits(self.pending.operation).object))
    watch_read(self, reinterpret_cast<const void*>(self.pending.object), 1);

  // Operations that may block, or have several outcomes, are looked at by the scheduler even where the set of
  // scheduling points leaves them out.
  Model& m = model();
  if (m.atomic_depth > 0) note_observed(self.pending);
  bool stays = m.atomic_depth > 0 || !is_scheduling_point(self);
  if (stays && alternatives(self) == 1) {
    record_event_in_step(self);
    check_object(self.pending);
    self.pending.operation = Operation::None;
    return 0;
  }
  if (stays && alternatives(self) == 0) look_at_own_wait(self);
  self.wait_frame = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  for (;;) {
    m.conditional.insert(self.number);
    evaluate(self);
    wait_to_be_chosen(self);
    m.conditional.erase(self.number);
    m.late_timeout = false;
    if (m.header_pass != HeaderPass::None) return pass_header(self);
    if (!wants_attention(self)) break;
    Attention attention = attend(self);
    if (attention == Attention::Perform) break;
    if (attention == Attention::Interrupted) return kInterrupted;
  }
  record_event(self);
  check_object(self.pending);
  // Since it was announced, others may have used the object that it initialises.
  note_observed(self.pending);
  if (self.cancel_requested && cancellation_ends_wait(self)) mark_failed();
  self.pending.operation = Operation::None;
  return m.chosen_alternative;
}

void announce_access(Operation operation, const void* address, uint32_t size, uint64_t value, uint32_t site,
                     uint8_t flags) {
  Thread& self = current_thread();
  if (self.follows_loops) [[unlikely]]
    return announce_access_in_loop(self, operation, address, size, value, site, flags);
  if (is_irrelevant(site) ? passes_unwatched(self, operation)
                          : only_watched(self, operation, reinterpret_cast<uint64_t>(address), size)) {
    if (self.follows_rounds && modifies(operation)) note_own_write(self, address, size);
    if (self.follows_rounds && !modifies(operation) && host().unseen_code) note_polled(address, size);
    if (host().flags & kRecordValues) [[unlikely]]
      record_watched(self, Pending{operation, flags, 0, size, site, 0, reinterpret_cast<uint64_t>(address), value, 0});
    return;
  }
  self.pending = Pending{operation, flags, 0, size, site, 0, reinterpret_cast<uint64_t>(address), value, 0};
  if (model().atomic_depth > 0 || !may_be_point(operation, site) ||
      (!begins_round(self) && !is_chosen_instruction(operation, site) && is_guarded(self.pending.object, size))) {
    record_event_in_step(self);
  } else {
    // A running thread is in the enabled set, and an access does not block.
    do {
      wait_to_be_chosen(self);
    } while (wants_attention(self) && attend(self) != Attention::Perform);
    record_event(self);
  }
  if (modifies(operation)) remember(self, address, size);
  self.pending.operation = Operation::None;
}

void state_changed(uint64_t object) {
  Model& m = model();
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.conditional.words[i]; bits; bits &= bits - 1) {
      Thread& t = thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
      if (t.pending.object == object || t.pending.value == object) evaluate(t);
    }
}

void any_state_changed() {
  Model& m = model();
  for (uint32_t i = 0; i < m.word_count; i++)
    for (uint64_t bits = m.conditional.words[i]; bits; bits &= bits - 1)
      evaluate(thread(i * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
}

void thread_became_alive(Thread& t) {
  Model& m = model();
  if (t.number > m.highest_thread) m.highest_thread = t.number;
  m.word_count = m.highest_thread / 64 + 1;
  if (m.word_count > host().enabled_words) retry_execution();
  t.pending = Pending{Operation::ThreadBegin, 0, 0, 0, t.begin_site, 0, t.number, 0, 0};
  t.state = ThreadState::Alive;
  if (host().configuration.fair) {
    t.first_write_met = model().remembered_count;
    if (has_waiting_loops() && is_shared(kManyRounds)) begin_history();
  }
  m.alive_count++;
  m.enabled.insert(t.number);
}

void start_at_once(Thread& t) {
  Thread& self = current_thread();
  t.started_by = &self;
  self.call_site = selvage_call_site;
  switch_to(t);
  selvage_call_site = self.call_site;
}

void leave_thread() {
  Model& m = model();
  Thread& self = current_thread();
  if (m.alive_count == 1) exit_program(0);  // the last thread ends the process
  self.state = ThreadState::Exited;
  self.pending = Pending{};
  m.alive_count--;
  m.enabled.erase(self.number);
  m.conditional.erase(self.number);
  // Who joins it, and who waits for a robust mutex that it leaves behind.
  if (self.robust_mutexes > 0)
    any_state_changed();
  else
    state_changed(self.number);
  if (m.keeps_history) finish_entry();
  if (self.started_by) switch_away(*self.started_by);
  Decision decision = decide();
  switch_away(thread(decision.thread));
}

}  // namespace selvage::runtime
