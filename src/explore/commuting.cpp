#include "explore/commuting.h"

#include <algorithm>

#include "contract/site.h"
#include "model/keys.h"
#include "model/roles.h"

namespace selvage::explore {

namespace {

// Where a thread goes on after a step: what it announced then.
Operation next_of_thread(const Execution& execution, size_t step) {
  uint16_t thread = execution.steps[step].head.thread;
  for (size_t i = step + 1; i < execution.steps.size(); i++)
    if (execution.steps[i].head.thread == thread) return execution.steps[i].head.operation;
  for (const Unfinished& unfinished : execution.unfinished)
    if (unfinished.next.thread == thread) return unfinished.next.operation;
  return Operation::None;
}

bool is_alone(const Footprint& f) { return f.size <= 8 && !model::is_wide(f); }

}  // namespace

Commuting::Commuting(const CommutingOptions& options, std::span<const SharedLocation> table)
    : sites_(options.sites), updates_(options.updates && options.any()), unread_(options.unread && options.any()) {
  for (SharedLocation location : table) {
    if (location == kUpdatesOrdered || location == kManyRounds) updates_ = unread_ = false;
    if (location > kSharingGranule && location % kSharingGranule == kReadMark) read_.insert(location - kReadMark);
  }
}

SiteFacts Commuting::facts_of(uint32_t site) const {
  uint32_t index = site - kExecutableSiteBase;
  return site >= kExecutableSiteBase && index < sites_.size() ? sites_[index] : SiteFacts{};
}

void Commuting::mark_memory(Footprint& f, uint32_t site, bool in_section) const {
  bool is_plain = f.operation == Operation::Read || f.operation == Operation::Write;
  bool writes = f.operation == Operation::Write || f.operation == Operation::AtomicStore;
  if (!(is_plain || writes || f.operation == Operation::AtomicUpdate) || !is_alone(f)) return;
  SiteFacts facts = facts_of(site);
  uint64_t granule = f.object & ~(kSharingGranule - 1);
  uint64_t last_granule = (f.object + dependence::width(f) - 1) & ~(kSharingGranule - 1);
  bool may_be_unread = unread_ && f.operation == Operation::Write && (facts.flags & kFactsOverwritten) != 0;
  if (may_be_unread && !read_.contains(granule) && !read_.contains(last_granule)) {
    f.flags |= kEventOverwritten;
  } else if (!updates_) {
    return;
  } else if (facts.update != Update::None && (!is_plain || in_section)) {
    f.flags |= kEventCommutes | kEventUpdates;
    f.value = static_cast<uint64_t>(facts.update);
  } else if (writes && (facts.flags & kFactsValue) != 0) {
    f.flags |= kEventCommutes;
  }
}

// One that is entered and left in one step, which only accesses memory meanwhile.
void Commuting::mark_block(Execution& execution, size_t step) const {
  Footprint& head = execution.steps[step].head;
  auto accesses = [&](const Footprint& f) {
    return dependence::is_memory(f) && f.thread == head.thread && !model::is_wide(f);
  };
  if (updates_ && head.operation == Operation::AtomicBlockBegin &&
      std::ranges::all_of(execution.inner_of(step), accesses) &&
      next_of_thread(execution, step) == Operation::AtomicBlockEnd)
    head.flags |= kEventSection;
}

void Commuting::mark(Execution& execution) const {
  for (size_t i = 0; i < execution.steps.size(); i++) {
    model::Transition& step = execution.steps[i];
    mark_memory(step.head, step.site, false);
    mark_block(execution, i);
    bool in_section = dependence::is_section(step.head);
    for (uint32_t j = i == 0 ? 0 : execution.inner_end[i - 1]; j < execution.inner_end[i]; j++) {
      Footprint& f = execution.inner[j];
      if (f.operation == Operation::MutexUnlock) in_section = false;
      mark_memory(f, execution.inner_sites[j], in_section);
    }
  }
  for (Unfinished& thread : execution.unfinished) mark_memory(thread.next, thread.site, false);
}

bool Commuting::is_ruled_out_by(const Execution& execution) {
  auto waits = [](const Footprint& f) { return model::waits_in_loop(f) || f.operation == Operation::FutexWait; };
  return std::ranges::any_of(execution.steps, [&](const model::Transition& step) { return waits(step.head); }) ||
         std::ranges::any_of(execution.inner, waits) ||
         std::ranges::any_of(execution.unfinished, [&](const Unfinished& thread) { return waits(thread.next); });
}

}  // namespace selvage::explore
