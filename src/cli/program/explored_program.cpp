#include "cli/program/explored_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/program/end_identity.h"
#include "cli/show/outcome_text.h"
#include "target/error.h"

namespace selvage::cli {

// What copying a page costs, measured in steps.
static constexpr uint64_t kStepsPerPage = 2;

uint32_t recorded_flags(const StackTable* stacks) {
  return kRecordEvents | kRecordLocal | kLeaveOutEnded | (stacks != nullptr ? kRecordStacks : 0);
}

static bool is_plain(Operation operation) {
  return operation == Operation::Read || operation == Operation::Write || operation == Operation::Free;
}

// Whoever looks for places in a path finds them where a search without commuting operations has no use for the value.
static void put_places_for_values(explore::Execution& e) {
  for (size_t i = 0; i < e.inner.size(); i++)
    if (is_plain(e.inner[i].operation)) e.inner[i].value = e.inner_sites[i];
}

void translate(const target::ExecutionView& view, size_t known, explore::Execution& e, StackTable* stacks) {
  e.clear();
  const ExecutionRecord& record = view.record();
  e.outcome = view.outcome();
  e.defect = record.defect;
  e.end_thread = record.thread;
  e.end_site = end_site(view);
  e.threads_stuck = leaves_threads_stuck(view);
  e.has_narrow_choices = record.nondet_narrowed != 0;
  e.exit_identity = exit_identity(view);
  e.end_identity = end_identity(view);
  if (e.end_identity != 0 || has_refused_status(view)) e.end = end_details(view);
  e.known = known;
  e.enabled_words = record.enabled_words;
  e.prefix_hash = record.prefix_hash;
  e.first_atoms = record.first_atoms;
  e.output_hash = record.output_hash;
  e.found.assign(view.found().begin(), view.found().end());
  for (target::EventView event : view.events()) {
    const Event& what = *event.event;
    if (event.is_local()) {
      // What happens before the first step is common to all executions.
      if (e.steps.empty()) continue;
      e.inner.push_back(footprint_of(what));
      e.inner_sites.push_back(what.site);
      e.inner_end.back() = static_cast<uint32_t>(e.inner.size());
      continue;
    }
    uint32_t stack = stacks != nullptr ? stacks->number_of(event.stack) : 0;
    e.steps.push_back({footprint_of(what), what.alternative, what.alternatives, what.site, stack});
    e.inner_end.push_back(static_cast<uint32_t>(e.inner.size()));
    for (uint64_t word : event.enabled) e.enabled.push_back(word);
  }
  for (const ThreadRecord& thread : view.threads()) {
    if (thread.state != ThreadState::Alive || thread.pending == Operation::None) continue;
    // What it would do is what one does that goes first.
    if (thread.held_back != 0) continue;
    e.unfinished.push_back({{thread.pending, thread.flags, thread.thread, thread.size, thread.object, thread.value},
                            thread.enabled != 0,
                            thread.site});
  }
}

void ExploredProgram::put_in_order(std::span<const explore::Request> requests) {
  order_.resize(requests.size());
  std::iota(order_.begin(), order_.end(), 0u);
  auto goes_before = [&](uint32_t a, uint32_t b) { return explore::goes_before(requests[a].steps, requests[b].steps); };
  if (!std::ranges::is_sorted(order_, goes_before)) std::ranges::sort(order_, goes_before);
}

size_t ExploredProgram::run(std::span<const explore::Request> requests,
                            std::span<const std::unique_ptr<explore::Execution>> results) {
  put_in_order(requests);
  size_t done = execute(requests, [&](uint32_t index, const target::ExecutionView& view) {
    take_in(requests[index], view, *results[index]);
  });
  return done == requests.size() ? done : first_missing(done);
}

size_t ExploredProgram::run_each(std::span<const explore::Request> requests, const Visitor& visit) {
  order_.resize(requests.size());
  std::iota(order_.begin(), order_.end(), 0u);
  return execute(requests, [&](uint32_t index, const target::ExecutionView& view) {
    take_in(requests[index], view, execution_);
    visit(index, execution_);
  });
}

size_t ExploredProgram::execute(std::span<const explore::Request> requests, const Take& take) {
  batch_.clear();
  for (uint32_t index : order_) {
    const explore::Request& request = requests[index];
    batch_.append({.steps = request.steps,
                   .policy = Policy::Continue,
                   .flags = recorded_flags(stacks_),
                   .sleepers = request.sleeping,
                   .footprints = request.footprints,
                   .record_from = request.known});
  }
  if (uint64_t pages = program_.restored_pages()) batch_.share_beginnings(pages * kStepsPerPage);
  // Numbers that others do not share are of no use to the search.
  auto agrees = [&] { return agreement_ == nullptr || agreement_->settle(program_); };
  return program_.run(
      batch_, [&](size_t position, const target::ExecutionView& view) { take(order_[position], view); }, agrees);
}

void ExploredProgram::take_in(const explore::Request& request, const target::ExecutionView& view,
                              explore::Execution& execution) {
  translate(view, request.known, execution, stacks_);
  execution.library_calls = program_.library_calls();
  if (keeps_places_) put_places_for_values(execution);
  if (!view.threads().empty() || program_.is_single_threaded()) return;
  if (!is_finding(view.outcome()))
    throw target::Error(target::ExitCode::CannotStart,
                        fmt::format("{}, so that what it did cannot be followed: let it call exit.", view.message()));
  lost_.push_back({request.steps, view.outcome(), end_identity(view)});
}

// After an interruption: the first request that has not been executed.
size_t ExploredProgram::first_missing(size_t done) const {
  return done == order_.size() ? done : *std::min_element(order_.begin() + static_cast<ptrdiff_t>(done), order_.end());
}

// Called between searches, in the thread that owns this target. A process that a thread of the last search had to start is not
// there any more.
void ExploredProgram::share(std::span<const SharedLocation> locations) {
  if (program_.starts() != starts_) {
    program_.start_again();
    starts_ = program_.starts();
  }
  program_.share(locations);
}

}  // namespace selvage::cli
