#include "cli/explored_program.h"

namespace selvage::cli {

void ExploredProgram::translate(const target::ExecutionView& view, size_t known) {
  explore::Execution& e = execution_;
  e.outcome = view.outcome();
  e.known = known;
  e.steps.clear();
  e.inner.clear();
  e.inner_end.clear();
  e.enabled.clear();
  e.unfinished.clear();
  e.enabled_words = view.record().enabled_words;
  size_t step = 0;
  for (target::EventView event : view.events()) {
    if (event.is_local()) {
      if (step <= known) continue;
      e.inner.push_back(footprint_of(*event.event));
      e.inner_end.back() = static_cast<uint32_t>(e.inner.size());
      continue;
    }
    if (step++ < known) continue;
    e.steps.push_back(
        {footprint_of(*event.event), event.event->alternative, event.event->alternatives, event.event->site});
    e.inner_end.push_back(static_cast<uint32_t>(e.inner.size()));
    e.enabled.insert(e.enabled.end(), event.enabled.begin(), event.enabled.end());
  }
  for (const ThreadRecord& thread : view.threads()) {
    if (thread.state != ThreadState::Alive || thread.pending == Operation::None) continue;
    e.unfinished.push_back({{thread.pending, 0, thread.thread, 0, thread.object, thread.value}, thread.enabled != 0});
  }
}

void ExploredProgram::run(std::span<const explore::Request> requests,
                          const std::function<void(size_t, const explore::Execution&)>& visit) {
  batch_.clear();
  for (const explore::Request& request : requests) {
    batch_.append({.steps = request.steps,
                   .policy = Policy::Continue,
                   .flags = kRecordEvents | kRecordLocal,
                   .sleepers = request.sleeping,
                   .sleep_from = request.known});
  }
  program_.run(batch_, [&](size_t index, const target::ExecutionView& view) {
    translate(view, requests[index].known);
    visit(index, execution_);
  });
}

}  // namespace selvage::cli
