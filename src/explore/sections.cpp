#include "explore/sections.h"

#include <span>

#include "model/keys.h"

namespace selvage::explore {

namespace {

bool locks(const Footprint& f) {
  return f.operation == Operation::MutexLock && !(f.flags & kEventFailed) && !dependence::is_nested(f);
}

bool unlocks(const Footprint& f, const Footprint& lock) {
  return f.operation == Operation::MutexUnlock && f.object == lock.object && f.thread == lock.thread &&
         !(f.flags & kEventFailed) && !dependence::is_nested(f);
}

bool only_accesses(const Footprint& f, const Footprint& lock) {
  if (f.operation == Operation::ThreadFollow) return true;  // the step does nothing for it
  return dependence::is_memory(f) && f.thread == lock.thread && !model::is_wide(f);
}

}  // namespace

void mark_sections(Execution& execution) {
  for (size_t i = 0; i < execution.steps.size(); i++) {
    Footprint& lock = execution.steps[i].head;
    if (!locks(lock)) continue;
    uint32_t begin = i == 0 ? 0 : execution.inner_end[i - 1];
    for (Footprint& f : std::span(execution.inner).subspan(begin, execution.inner_end[i] - begin)) {
      if (unlocks(f, lock)) {
        f.flags |= kEventSection;
        lock.flags |= kEventSection;
      } else if (only_accesses(f, lock)) {
        continue;
      }
      break;
    }
  }
}

}  // namespace selvage::explore
