#include "explore/commuting.h"

#include <algorithm>

#include "contract/site.h"
#include "model/keys.h"
#include "model/roles.h"

namespace selvage::explore {

namespace {

// The value of accesses that left the memory as it was: they are alike, whatever they read for.
constexpr uint64_t kOnlyLooks = UINT64_MAX;

bool is_alone(const Footprint& f) { return f.size <= 8 && !model::is_wide(f); }

// A step with one access, which left the memory as it was. Where there are more, what comes behind a compare-exchange may depend
// on what came of it. One that exchanged is like no other, and is marked all the same: elsewhere it might have failed.
void mark_look(Footprint& head, std::span<const Footprint> inner) {
  bool has_more = std::ranges::any_of(inner, [](const Footprint& f) { return dependence::reads_memory(f); });
  if (!is_alone(head) || model::waits_in_loop(head)) return;
  switch (head.operation) {
    case Operation::Read:
    case Operation::AtomicLoad:
      if (has_more) break;
      head.flags |= kEventCommutes | kEventUpdates;
      head.value = kOnlyLooks;
      break;
    case Operation::AtomicCompareExchange: {
      bool failed = (head.flags & kEventFailed) != 0;
      static_assert(kEventFailed == kEventUpdates);
      head.flags |= kEventCommutes;
      head.value = failed && !has_more ? kOnlyLooks : kOnlyLooks - 1 - head.thread;
      break;
    }
    default:
      break;
  }
}

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

// The marks of an access within a step do not depend on what the step has read before: they follow from the site, and from
// the address.
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

void Commuting::mark(Execution& execution) const {
  for (size_t i = 0; i < execution.steps.size(); i++) {
    model::Transition& step = execution.steps[i];
    mark_memory(step.head, step.site, false);
    if (updates_) mark_look(step.head, execution.inner_of(i));
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
