#include "minimise/smallest_first.h"

#include <tuple>

#include "model/state_hash.h"

namespace selvage::minimise {
namespace {

using explore::Turn;

// What may wait: steps of executions, and branches.
constexpr size_t kMostSteps = 32'000'000, kMostBranches = 2'000'000;

Size with(Size size, Turn turn) {
  size.add(turn);
  return size;
}

// Whether the thread of the step before could go on, in the state before step `i`.
bool could_go_on(const Trial& trial, size_t i) {
  if (i == 0) return false;
  bool kept = trial.turns[i] == Turn::Kept;
  return kept ? trial.path[static_cast<model::Position>(i)].head.operation != Operation::ProcessExit
              : trial.turns[i] == Turn::TakenAway;
}

// What it means for `thread` to take step `i`.
Turn turn_of(const Trial& trial, size_t i, unsigned thread) {
  if (i == 0 || trial.path.thread(static_cast<model::Position>(i - 1)) == thread) return Turn::Kept;
  return could_go_on(trial, i) ? Turn::TakenAway : Turn::HandedOver;
}

}  // namespace

bool SmallestFirst::Later::operator()(const Branch& a, const Branch& b) const {
  return std::tie(a.size.preemptions, a.size.switches, a.number) >
         std::tie(b.size.preemptions, b.size.switches, b.number);
}

bool SmallestFirst::run() {
  start_over();
  while (!branches_.empty()) {
    take_batch();
    if (!trials_.run(schedules_, [&](size_t index, const Trial& trial) { expand(batch_[index], trial); })) return false;
    if (trials_.found().empty()) continue;
    // Interleavings may be smaller where threads can be switched at more places.
    std::vector<SharedLocation> shared = trials_.shared();
    shared.insert(shared.end(), trials_.found().begin(), trials_.found().end());
    trials_.share(std::move(shared));
    start_over();
  }
  return complete_;
}

// With the execution that departs from nothing.
void SmallestFirst::start_over() {
  branches_ = {};
  states_.clear();
  kept_steps_ = 0;
  complete_ = true;
  branches_.push(
      {.execution = nullptr, .length = 0, .step = {}, .size = {}, .is_first_alternative = false, .number = 0});
}

void SmallestFirst::take_batch() {
  batch_.clear();
  schedules_.clear();
  while (!branches_.empty() && batch_.size() < trials_.batch_size()) {
    Branch branch = branches_.top();
    branches_.pop();
    if (is_too_large(branch.size)) continue;
    Schedule schedule;
    if (branch.execution) {
      schedule.assign(branch.execution->begin(), branch.execution->begin() + static_cast<ptrdiff_t>(branch.length));
      schedule.push_back(branch.step);
    }
    schedules_.push_back(std::move(schedule));
    batch_.push_back(std::move(branch));
  }
}

void SmallestFirst::expand(const Branch& branch, const Trial& trial) {
  size_t asked = branch.execution ? branch.length + 1 : 0;
  if (trial.path.size() < asked) return;
  auto execution = std::make_shared<Schedule>();
  for (model::Position i = 0; i < trial.path.size(); ++i)
    execution->push_back({trial.path.thread(i), trial.path[i].alternative});
  kept_steps_ += execution->size();

  size_t begin = branch.is_first_alternative ? asked - 1 : asked;
  Size size = size_of(trial.turns.first(begin));
  model::StateHash state(trial.path, begin);
  for (size_t i = begin; i < trial.path.size() && !is_too_large(size); ++i) {
    auto position = static_cast<model::Position>(i);
    // From a state that is known, the policy goes on as it did then.
    if (i >= asked && !is_new(state.value(), size)) return;
    uint16_t chosen = trial.path.thread(position);
    for (uint16_t other = 1; other < trial.path[position].alternatives; ++other)
      add({execution, i, {chosen, other}, with(size, trial.turns[i]), false, 0});
    for (unsigned thread = 0; i >= asked && thread < trial.path.enabled(position).size() * 64; ++thread)
      if (thread != chosen && trial.path.was_enabled(position, thread))
        add({execution, i, {static_cast<uint16_t>(thread), 0}, with(size, turn_of(trial, i, thread)), true, 0});
    size.add(trial.turns[i]);
    state.advance();
  }
}

void SmallestFirst::add(Branch branch) {
  if (is_too_large(branch.size)) return;
  if (branches_.size() >= kMostBranches || kept_steps_ >= kMostSteps) {
    complete_ = false;
    return;
  }
  branch.number = ++added_;
  branches_.push(std::move(branch));
}

// Not met before, or only at a higher price.
bool SmallestFirst::is_new(uint64_t state, const Size& size) {
  auto [place, is_new] = states_.try_emplace(state, size);
  if (is_new) return true;
  if (!(size < place->second)) return false;
  place->second = size;
  return true;
}

}  // namespace selvage::minimise
