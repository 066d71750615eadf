#include "cli/show/shown_events.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "contract/dependence.h"

namespace selvage::cli {
namespace {

// Ranges are looked up by granules, of which the first so many stand for all.
constexpr uint64_t kMostGranules = 4096;
constexpr uint16_t kSeveral = UINT16_MAX;
constexpr size_t kLastReads = 3;

class Touches {
 public:
  void note(const Event& event) {
    for_each_granule(event, [&](uint64_t granule) {
      auto [entry, is_new] = threads_.emplace(granule, event.thread);
      if (!is_new && entry->second != event.thread) entry->second = kSeveral;
      if (dependence::modifies_memory(footprint_of(event))) written_.insert(granule);
    });
  }
  bool by_several(const Event& event) const {
    bool several = false;
    for_each_granule(event, [&](uint64_t granule) { several |= threads_.at(granule) == kSeveral; });
    return several;
  }
  bool with_a_write(const Event& event) const {
    bool written = false;
    for_each_granule(event, [&](uint64_t granule) { written |= written_.contains(granule); });
    return written;
  }

 private:
  static void for_each_granule(const Event& event, auto visit) {
    uint64_t first = event.object / kSharingGranule;
    uint64_t count = (event.object % kSharingGranule + dependence::width(footprint_of(event)) - 1) / kSharingGranule;
    for (uint64_t i = 0; i <= std::min(count, kMostGranules); ++i) visit(first + i);
  }

  std::unordered_map<uint64_t, uint16_t> threads_;
  std::unordered_set<uint64_t> written_;
};

// It is recorded behind the update that it goes with.
bool is_look_before_update(const target::EventView& view) {
  return view.is_local() && view.event->operation == Operation::AtomicLoad && (view.event->flags & kEventSpin) != 0;
}

bool is_memory(const Event& event) { return traits(event.operation).object == ObjectKind::Memory; }

bool is_watched(const ShownEvent& one) {
  return is_memory(*one.view.event) && one.view.is_local() && (one.view.event->flags & kEventWatched) != 0;
}

// Who cancels or signals a thread looks at what that one waits for, in an operation of its own that changes nothing.
bool is_look_at_struck_wait(const target::EventView& view) {
  const Event& event = *view.event;
  if (!view.is_local() || (event.flags & kEventStruck) == 0) return false;
  return event.operation == Operation::ThreadTryJoin || event.operation == Operation::MutexTryLock ||
         event.operation == Operation::SemaphoreGetValue || event.operation == Operation::CondSignal;
}

// What a thread that fails read last, whoever else had to do with it: a pointer that is still null, a condition.
void show_last_reads(const target::ExecutionView& execution, std::vector<ShownEvent>& events) {
  Outcome outcome = execution.outcome();
  bool fails = outcome == Outcome::Assertion || outcome == Outcome::Abort || outcome == Outcome::Crash ||
               outcome == Outcome::MemoryError || outcome == Outcome::Killed;
  size_t found = 0;
  for (size_t i = events.size(); fails && i-- > 0 && found < kLastReads;) {
    if (events[i].view.event->thread != execution.record().thread) continue;
    if (!is_watched(events[i])) break;
    if (dependence::modifies_memory(footprint_of(*events[i].view.event))) continue;
    events[i].is_shown = true;
    ++found;
  }
}

}  // namespace

std::vector<ShownEvent> events_to_show(const target::ExecutionView& execution) {
  std::vector<ShownEvent> result;
  Touches touches;
  auto add = [&](const target::EventView& view, std::optional<uint32_t> position, uint32_t step) {
    result.push_back({view, position, step});
    if (is_memory(*view.event)) touches.note(*view.event);
  };
  StepEvents steps(execution);
  for (const target::EventView& view : steps.before_first()) add(view, std::nullopt, ShownEvent::kBeforeFirst);
  // Of a loop that was gone round to show a livelock, one round says it all.
  const ExecutionRecord& record = execution.record();
  uint64_t repeated = record.loop_rounds == 0 ? 0 : uint64_t{record.loop_steps} * (record.loop_rounds - 1);
  size_t shown = steps.size() - std::min<uint64_t>(repeated, steps.size());
  for (uint32_t i = 0; i < shown; ++i) {
    std::vector<target::EventView> events = steps.of(i);
    for (const target::EventView& view : events)
      if (is_look_before_update(view)) add(view, std::nullopt, i);
    for (const target::EventView& view : events)
      if (!is_look_before_update(view)) add(view, view.is_local() ? std::nullopt : std::optional(i), i);
  }
  // Where some memory is only watched, all other memory is known to be shared, if not in this execution.
  bool tells_shared = std::ranges::any_of(result, is_watched);
  for (ShownEvent& one : result) {
    const Event& event = *one.view.event;
    // What nobody writes is the same for all.
    bool is_seen_by_several =
        is_memory(event) && touches.by_several(event) && (!is_watched(one) || touches.with_a_write(event));
    one.is_shown =
        event.operation != Operation::SpinWait && event.operation != Operation::ComeRound &&
        event.operation != Operation::AtomValues && event.operation != Operation::ThreadFollow &&
        event.operation != Operation::ObservedValue && !is_look_at_struck_wait(one.view) &&
        !(event.operation == Operation::UnseenCall && event.value == 0) &&
        (one.position.has_value() || !is_memory(event) || is_seen_by_several || (tells_shared && !is_watched(one)) ||
         (event.operation == Operation::Free && event.object == execution.record().block));
  }
  show_last_reads(execution, result);
  return result;
}

}  // namespace selvage::cli
