#include "cli/show/shown_events.h"

#include <algorithm>
#include <unordered_map>

#include "contract/dependence.h"

namespace selvage::cli {
namespace {

// Ranges are looked up by granules, of which the first so many stand for all.
constexpr uint64_t kMostGranules = 4096;
constexpr uint16_t kSeveral = UINT16_MAX;

class Touches {
 public:
  void note(const Event& event) {
    for_each_granule(event, [&](uint64_t granule) {
      auto [entry, is_new] = threads_.emplace(granule, event.thread);
      if (!is_new && entry->second != event.thread) entry->second = kSeveral;
    });
  }
  bool by_several(const Event& event) const {
    bool several = false;
    for_each_granule(event, [&](uint64_t granule) { several |= threads_.at(granule) == kSeveral; });
    return several;
  }

 private:
  static void for_each_granule(const Event& event, auto visit) {
    uint64_t first = event.object / kSharingGranule;
    uint64_t count = (event.object % kSharingGranule + dependence::width(footprint_of(event)) - 1) / kSharingGranule;
    for (uint64_t i = 0; i <= std::min(count, kMostGranules); ++i) visit(first + i);
  }

  std::unordered_map<uint64_t, uint16_t> threads_;
};

// It is recorded behind the update that it goes with.
bool is_look_before_update(const target::EventView& view) {
  return view.is_local() && view.event->operation == Operation::AtomicLoad && (view.event->flags & kEventSpin) != 0;
}

bool is_memory(const Event& event) { return traits(event.operation).object == ObjectKind::Memory; }

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
  for (ShownEvent& one : result) {
    const Event& event = *one.view.event;
    one.is_shown = event.operation != Operation::SpinWait && event.operation != Operation::ComeRound &&
                   event.operation != Operation::AtomValues && event.operation != Operation::ThreadFollow &&
                   event.operation != Operation::ObservedValue &&
                   (one.position.has_value() || !is_memory(event) || touches.by_several(event) ||
                    (event.operation == Operation::Free && event.object == execution.record().block));
  }
  return result;
}

}  // namespace selvage::cli
