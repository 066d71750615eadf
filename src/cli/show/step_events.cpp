#include "cli/show/step_events.h"

namespace selvage::cli {

StepEvents::StepEvents(const target::ExecutionView& execution) {
  for (target::EventView event : execution.events()) {
    if (!event.is_local()) begins_.push_back(events_.size());
    events_.push_back(event);
  }
  // Steps are counted from the first choice; what comes before it is recorded, but no step.
  uint64_t steps = execution.record().step_count;
  if (begins_.size() > steps) begins_.erase(begins_.begin(), begins_.end() - static_cast<ptrdiff_t>(steps));
}

std::vector<target::EventView> StepEvents::before_first() const {
  size_t end = begins_.empty() ? events_.size() : begins_.front();
  return {events_.begin(), events_.begin() + static_cast<ptrdiff_t>(end)};
}

std::vector<target::EventView> StepEvents::of(size_t step) const {
  size_t begin = begins_.at(step);
  size_t end = step + 1 < begins_.size() ? begins_[step + 1] : events_.size();
  return {events_.begin() + static_cast<ptrdiff_t>(begin), events_.begin() + static_cast<ptrdiff_t>(end)};
}

}  // namespace selvage::cli
