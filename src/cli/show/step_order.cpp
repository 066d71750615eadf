#include "cli/show/step_order.h"

#include <algorithm>
#include <optional>

#include "check/memory_history.h"
#include "check/synchronisation.h"

namespace selvage::cli {
namespace {

bool is_plain(Operation operation) {
  return operation == Operation::Read || operation == Operation::Write || operation == Operation::Free;
}

// What every thread knows of the others, event by event. Time is the event's index plus one.
class Knowledge {
 public:
  explicit Knowledge(const std::vector<ShownEvent>& events) : events_(events) {
    for (const ShownEvent& one : events) {
      const Event& event = *one.view.event;
      count_ = std::max({count_, event.thread + 1u, names_thread(event) ? static_cast<unsigned>(event.object) + 1 : 0});
    }
    synchronisation_.make_room(count_);
    current_.assign(count_, 0);
    clocks_.emplace_back(count_, 0);
  }

  // The events that the one at `index` is directly after; to be called once for each, in order.
  std::vector<uint32_t> take(uint32_t index) {
    execute(index);
    unsigned thread = events_[index].view.event->thread;
    std::vector<uint32_t> clock(count_, 0);
    for (unsigned other = 0; other < count_; ++other) clock[other] = synchronisation_.clocks().known(thread, other);
    const std::vector<uint32_t>& before = clocks_[current_[thread]];
    std::vector<uint32_t> news;
    for (unsigned other = 0; other < count_; ++other)
      if (other != thread && clock[other] > before[other])
        if (std::optional<uint32_t> event = last_of(other, clock[other] - 1)) news.push_back(*event);
    if (!news.empty()) {
      clocks_.push_back(std::move(clock));
      current_[thread] = static_cast<uint32_t>(clocks_.size() - 1);
    }
    clock_of_event_.push_back(current_[thread]);
    return without_implied(std::move(news));
  }

 private:
  // Who joins a thread knows of all that it did: its time is that of the join then.
  std::optional<uint32_t> last_of(unsigned thread, uint32_t at_most) const {
    for (uint32_t i = at_most + 1; i-- > 0;)
      if (events_[i].view.event->thread == thread) return i;
    return std::nullopt;
  }

  static bool names_thread(const Event& event) {
    return traits(event.operation).object == ObjectKind::Thread && event.object < kMaxThreads;
  }

  void execute(uint32_t index) {
    const Event& event = *events_[index].view.event;
    Footprint footprint = footprint_of(event);
    uint32_t time = index + 1;
    if (event.operation == Operation::Allocate) return;
    if (!is_plain(event.operation)) synchronisation_.execute(footprint, time, memory_);
    if (!dependence::is_memory(footprint)) return;
    bool writes = dependence::modifies_memory(footprint) && (event.flags & kEventFailed) == 0;
    uint8_t kind = is_plain(event.operation) ? (writes ? check::kPlainWrite : check::kPlainRead)
                                             : (writes ? check::kAtomicWrite : check::kAtomicRead);
    racing_.clear();
    memory_.enter({time, index, event.thread, kind, 0}, event.object, dependence::width(footprint),
                  synchronisation_.clocks(), racing_);
  }

  std::vector<uint32_t> without_implied(std::vector<uint32_t> events) const {
    std::vector<uint32_t> result;
    for (uint32_t one : events) {
      unsigned thread = events_[one].view.event->thread;
      bool implied = std::ranges::any_of(
          events, [&](uint32_t other) { return other != one && clocks_[clock_of_event_[other]][thread] > one; });
      if (!implied) result.push_back(one);
    }
    return result;
  }

  const std::vector<ShownEvent>& events_;
  unsigned count_ = 1;
  check::Synchronisation synchronisation_;
  check::MemoryHistory memory_;
  std::vector<check::Access> racing_;          // scratch
  std::vector<std::vector<uint32_t>> clocks_;  // the first knows nothing
  std::vector<uint32_t> current_;              // of each thread, in clocks_
  std::vector<uint32_t> clock_of_event_;
};

}  // namespace

std::vector<std::vector<uint32_t>> order_of(const std::vector<ShownEvent>& events) {
  Knowledge knowledge(events);
  std::vector<std::vector<uint32_t>> result;
  for (uint32_t i = 0; i < events.size(); ++i) result.push_back(knowledge.take(i));
  return result;
}

}  // namespace selvage::cli
