#include "cli/explored_program.h"

#include <fmt/format.h>

#include "cli/end_identity.h"
#include "cli/outcome_text.h"
#include "target/error.h"

namespace selvage::cli {

void translate(const target::ExecutionView& view, size_t known, explore::Execution& e) {
  e.clear();
  const ExecutionRecord& record = view.record();
  e.outcome = view.outcome();
  e.defect = record.defect;
  e.end_thread = record.thread;
  e.end_site = end_site(view);
  e.end_identity = end_identity(view);
  e.known = known;
  e.enabled_words = record.enabled_words;
  e.prefix_hash = record.prefix_hash;
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
    e.unfinished.push_back(
        {{thread.pending, thread.flags, thread.thread, thread.size, thread.object, thread.value}, thread.enabled != 0});
  }
}

size_t ExploredProgram::run(std::span<const explore::Request> requests,
                            std::span<const std::unique_ptr<explore::Execution>> results) {
  size_t done = run_batch(requests, results);
  // Numbers that others do not share are of no use to the search.
  while (agreement_ != nullptr && !agreement_->settle(program_)) done = run_batch(requests, results);
  return done;
}

size_t ExploredProgram::run_batch(std::span<const explore::Request> requests,
                                  std::span<const std::unique_ptr<explore::Execution>> results) {
  batch_.clear();
  for (const explore::Request& request : requests) {
    batch_.append({.steps = request.steps,
                   .policy = Policy::Continue,
                   .flags = kRecordEvents | kRecordLocal,
                   .sleepers = request.sleeping,
                   .footprints = request.footprints,
                   .record_from = request.known});
  }
  return program_.run(batch_, [&](size_t index, const target::ExecutionView& view) {
    translate(view, requests[index].known, *results[index]);
    if (!view.threads().empty() || program_.is_single_threaded()) return;
    if (!is_finding(view.outcome()))
      throw target::Error(target::ExitCode::CannotStart,
                          fmt::format("{}, so that what it did cannot be followed: let it call exit.", view.message()));
    lost_.push_back({requests[index].steps, view.outcome(), end_identity(view)});
  });
}

// Called between searches, in the thread that owns this target. A process dies with the thread that started it: one that
// a thread of the last search had to start is not there any more.
void ExploredProgram::share(std::span<const SharedLocation> locations) {
  if (program_.starts() != starts_) {
    program_.stop();
    program_.start();
    starts_ = program_.starts();
  }
  program_.share(locations);
}

}  // namespace selvage::cli
