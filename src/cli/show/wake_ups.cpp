#include "cli/show/wake_ups.h"

#include <map>

namespace selvage::cli {
namespace {

bool contains(std::span<const uint64_t> set, uint16_t thread) {
  return thread / 64u < set.size() && (set[thread / 64u] >> (thread % 64u) & 1) != 0;
}

class WakeUps {
 public:
  explicit WakeUps(const std::vector<ShownEvent>& events) : events_(events) {}

  std::optional<uint32_t> take(uint32_t index) {
    const Event& event = *events_[index].view.event;
    auto previous = last_of_thread_.find(event.thread);
    std::optional<uint32_t> waker;
    if (previous != last_of_thread_.end() && event.operation != Operation::ThreadBegin) {
      waker = event.operation == Operation::CondWake ? signal_for(event, previous->second, index)
                                                     : enabler_of(event, previous->second, index);
    }
    last_of_thread_[event.thread] = index;
    return waker;
  }

 private:
  // A signal names whom it wakes; the lock that the thread needs besides is another matter.
  std::optional<uint32_t> signal_for(const Event& wake, uint32_t after, uint32_t before) const {
    if ((wake.flags & (kEventTimedOut | kEventSpurious)) != 0) return std::nullopt;
    for (uint32_t i = after + 1; i < before; ++i) {
      const Event& event = *events_[i].view.event;
      if (event.object != wake.object) continue;
      if (event.operation == Operation::CondBroadcast) return i;
      if (event.operation == Operation::CondSignal && event.value == wake.thread + 1u) return i;
    }
    return std::nullopt;
  }

  // The step after which the thread could go on; of its events the one about the same object, if there is one.
  std::optional<uint32_t> enabler_of(const Event& woken, uint32_t after, uint32_t before) const {
    std::optional<uint32_t> step;
    for (uint32_t i = after + 1; i < before; ++i)
      if (!events_[i].view.is_local() && !contains(events_[i].view.enabled, woken.thread)) step = i;
    if (!step) return std::nullopt;
    std::optional<uint32_t> exact;
    for (uint32_t i = *step; i < before && (i == *step || events_[i].view.is_local()); ++i) {
      const Event& event = *events_[i].view.event;
      if (traits(event.operation).object == traits(woken.operation).object && event.object == woken.object) exact = i;
    }
    return exact.value_or(*step);
  }

  const std::vector<ShownEvent>& events_;
  std::map<uint16_t, uint32_t> last_of_thread_;
};

}  // namespace

std::vector<std::optional<uint32_t>> wake_ups_of(const std::vector<ShownEvent>& events) {
  WakeUps wake_ups(events);
  std::vector<std::optional<uint32_t>> result;
  for (uint32_t i = 0; i < events.size(); ++i) result.push_back(wake_ups.take(i));
  return result;
}

}  // namespace selvage::cli
