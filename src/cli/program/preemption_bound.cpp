#include "cli/program/preemption_bound.h"

#include <algorithm>

#include "explore/turns.h"

namespace selvage::cli {
namespace {

// Among the first `steps` steps of an execution that is there as a whole.
uint64_t preemptions(const explore::Execution& execution, size_t steps) {
  std::vector<explore::Turn> turns = explore::turns_of(execution);
  return static_cast<uint64_t>(
      std::ranges::count(std::span(turns).first(std::min(steps, turns.size())), explore::Turn::TakenAway));
}

// What a search that knows the first steps already asked for.
void drop_known(explore::Execution& execution, size_t known) {
  uint64_t hash = 0;
  known = std::min(known, execution.steps.size());
  for (size_t i = 0; i < known; ++i) {
    const model::Transition& step = execution.steps[i];
    hash = hash_step(hash, step.head.thread, step.head.operation, step.alternatives, step.site, step.head.object);
  }
  execution.prefix_hash = hash;
  execution.known = known;
  if (known == 0) return;
  uint32_t inner = execution.inner_end[known - 1];
  auto from = static_cast<ptrdiff_t>(known);
  execution.steps.erase(execution.steps.begin(), execution.steps.begin() + from);
  execution.inner.erase(execution.inner.begin(), execution.inner.begin() + inner);
  execution.inner_end.erase(execution.inner_end.begin(), execution.inner_end.begin() + from);
  for (uint32_t& end : execution.inner_end) end -= inner;
  execution.enabled.erase(execution.enabled.begin(),
                          execution.enabled.begin() + from * static_cast<ptrdiff_t>(execution.enabled_words));
}

}  // namespace

size_t PreemptionBound::run(std::span<const explore::Request> requests,
                            std::span<const std::unique_ptr<explore::Execution>> results) {
  whole_.assign(requests.begin(), requests.end());
  for (explore::Request& request : whole_) request.known = 0;
  size_t done = target_.run(whole_, results);
  for (size_t i = 0; i < done; ++i) {
    bool too_many = preemptions(*results[i], requests[i].steps.size()) > most_;
    drop_known(*results[i], requests[i].known);
    if (!too_many) continue;
    results[i]->outcome = Outcome::ScheduleMismatch;
    ++left_out_;
  }
  return done;
}

}  // namespace selvage::cli
