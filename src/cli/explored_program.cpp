#include "cli/explored_program.h"

namespace selvage::cli {

namespace {

void translate(const target::ExecutionView& view, size_t known, explore::Execution& e) {
  e.clear();
  e.outcome = view.outcome();
  e.known = known;
  e.enabled_words = view.record().enabled_words;
  e.prefix_hash = view.record().prefix_hash;
  e.found.assign(view.found().begin(), view.found().end());
  for (target::EventView event : view.events()) {
    const Event& what = *event.event;
    if (event.is_local()) {
      // What happens before the first step is common to all executions.
      if (e.steps.empty()) continue;
      e.inner.push_back(footprint_of(what));
      e.inner_end.back() = static_cast<uint32_t>(e.inner.size());
      continue;
    }
    e.steps.push_back({footprint_of(what), what.alternative, what.alternatives, what.site});
    e.inner_end.push_back(static_cast<uint32_t>(e.inner.size()));
    e.enabled.insert(e.enabled.end(), event.enabled.begin(), event.enabled.end());
  }
  for (const ThreadRecord& thread : view.threads()) {
    if (thread.state != ThreadState::Alive || thread.pending == Operation::None) continue;
    e.unfinished.push_back({{thread.pending, 0, thread.thread, 0, thread.object, thread.value}, thread.enabled != 0});
  }
}

}  // namespace

size_t ExploredProgram::run(std::span<const explore::Request> requests,
                            std::span<const std::unique_ptr<explore::Execution>> results) {
  batch_.clear();
  for (const explore::Request& request : requests) {
    batch_.append({.steps = request.steps,
                   .policy = Policy::Continue,
                   .flags = kRecordEvents | kRecordLocal,
                   .sleepers = request.sleeping,
                   .record_from = request.known});
  }
  return program_.run(batch_, [&](size_t index, const target::ExecutionView& view) {
    translate(view, requests[index].known, *results[index]);
  });
}

}  // namespace selvage::cli
