#include "cli/check/examination.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "minimise/judge.h"

namespace selvage::cli {
namespace {

std::vector<Step> schedule_of(const model::Path& path) {
  std::vector<Step> steps;
  steps.reserve(path.size());
  for (model::Position i = 0; i < path.size(); ++i) steps.push_back({path.thread(i), path[i].alternative});
  return steps;
}

bool is_same(const check::Finding& one, const check::Finding& other) {
  return one.kind == other.kind && one.identity == other.identity;
}

// What may differ between ends of the same identity.
uint64_t hash_of(const explore::EndDetails& end) {
  std::vector<uint64_t> parts = end.objects;
  parts.insert(parts.end(), end.stack.begin(), end.stack.end());
  parts.insert(parts.end(), end.sites.begin(), end.sites.end());
  return parts.empty() ? 0 : XXH3_64bits(parts.data(), parts.size() * sizeof(uint64_t));
}

uint64_t threads_of(const explore::Execution& execution) {
  uint64_t most = 0;
  for (const model::Transition& step : execution.steps) most = std::max<uint64_t>(most, step.head.thread);
  for (const explore::Unfinished& thread : execution.unfinished) most = std::max<uint64_t>(most, thread.next.thread);
  return most + 1;
}

}  // namespace

ExaminationCounts& ExaminationCounts::operator+=(const ExaminationCounts& other) {
  executions += other.executions;
  predicted += other.predicted;
  transitions += other.transitions;
  threads = std::max(threads, other.threads);
  for (size_t i = 0; i < kOutcomes; ++i) outcomes[i] += other.outcomes[i];
  narrowed += other.narrowed;
  strikes += other.strikes;
  add_library_calls(other.library_calls);
  return *this;
}

void ExaminationCounts::add_library_calls(const std::vector<uint32_t>& sites) {
  for (uint32_t site : sites) {
    auto place = std::ranges::lower_bound(library_calls, site);
    if (place == library_calls.end() || *place != site) library_calls.insert(place, site);
  }
}

namespace {

// Of the moments in which this can reach another thread the search may miss some.
bool strikes_inexactly(const Footprint& f) {
  return dependence::strikes_thread(f.operation) && (f.flags & kEventInexact) != 0 &&
         (f.object != f.thread || dependence::is_to_process(f));
}

}  // namespace

void Examination::count(const model::Path& path, const explore::Execution& execution) {
  if (execution.is_predicted) {
    counts_.predicted += execution.outcome != Outcome::SleepBlocked;
    return;
  }
  ++number_;
  ++counts_.executions;
  counts_.transitions += path.size();
  counts_.threads = std::max(counts_.threads, threads_of(execution));
  counts_.narrowed += execution.has_narrow_choices ? 1 : 0;
  counts_.add_library_calls(execution.library_calls);
  ++counts_.outcomes[static_cast<size_t>(execution.outcome)];
  if (path.has_strikes())
    counts_.strikes += static_cast<uint64_t>(std::ranges::count_if(
        execution.steps, [](const model::Transition& step) { return strikes_inexactly(step.head); }));
}

bool Examination::examine(const model::Path& path, size_t known, const explore::Execution& execution) {
  known = std::min(known, unexamined_from_);
  // A reversal that the program could not follow. The next path has in common with the last one that was examined only what
  // this one has, too.
  if (execution.outcome == Outcome::ScheduleMismatch) {
    unexamined_from_ = known;
    return true;
  }
  unexamined_from_ = SIZE_MAX;
  count(path, execution);
  if (execution.outcome == Outcome::StepLimit && execution.found.empty() && execution.end_site != 0)
    endless_loops_.insert(execution.end_site);
  if (execution.outcome == Outcome::StepLimit && execution.found.empty()) cut_loops_.note(path);
  if (execution.outcome == Outcome::Unmodelled) {
    unmodelled_ = schedule_of(path);
    return false;
  }
  check::Ending ending = minimise::ending_of(execution);
  if (judge_ != nullptr) ending.objects = hash_of(execution.end);
  found_now_.clear();
  checker_.examine(path, known, ending, found_now_);
  // Where locations were found, the search starts over: not all steps were told apart.
  if (temporal_) {
    bool ended = check::stays_for_ever(execution.outcome);
    std::vector<check::Violation> violations = temporal_->look(path, known, execution.first_atoms, ended);
    if (execution.found.empty()) check::add_findings(violations, path, found_now_);
  }
  if (flow_) flow_->look(path, known, execution.outcome, execution.output_hash, execution.found.empty());
  for (check::Finding& finding : found_now_) {
    // Without the threads that slept it would go on.
    bool is_blocked = execution.outcome == Outcome::SleepBlocked;
    if (is_blocked && finding.schedule.empty()) finding.schedule = schedule_of(path);
    finding.is_cut |= is_blocked;
    finding.outcome = finding.is_cut ? Outcome::PrefixDone : execution.outcome;
    finding.shared_count = shared_count_;
    finding.execution = number_;
    if (finding.schedule.empty() && !finding.is_cut) finding.schedule = schedule_of(path);
    std::optional<size_t> pattern;
    if (judge_ != nullptr) pattern = judge_->pattern_of(finding, execution);
    if (pattern) {
      add_suppressed({std::move(finding), static_cast<uint32_t>(*pattern)});
      continue;
    }
    if (sink_ != nullptr && !has(finding)) sink_->on_finding(finding);
    add(std::move(finding));
    if (!keep_going_) break;
  }
  if (flow_ && flow_->is_decided() && !keep_going_) return false;
  return keep_going_ || findings_.empty();
}

void Examination::start_over(size_t shared_count) {
  checker_.start_over();
  if (temporal_) temporal_->start_over();
  if (flow_) flow_->start_over();
  shared_count_ = shared_count;
  unexamined_from_ = SIZE_MAX;
  counts_ = {};
  endless_loops_.clear();
  cut_loops_.clear();
}

void Examination::resume(const ExaminationCounts& counts, std::vector<check::Finding> findings,
                         std::vector<SuppressedFinding> suppressed, size_t shared_count) {
  counts_ = counts;
  number_ = counts.executions;
  findings_ = std::move(findings);
  suppressed_ = std::move(suppressed);
  shared_count_ = shared_count;
}

void Examination::note(const std::set<uint32_t>& endless_loops, const std::optional<std::vector<Step>>& unmodelled) {
  endless_loops_.insert(endless_loops.begin(), endless_loops.end());
  if (!unmodelled_) unmodelled_ = unmodelled;
}

// Of a race, an execution in which it was observed is the better one; which of several comes first is a matter of chance.
void Examination::add(check::Finding finding) {
  auto known = std::ranges::find_if(findings_, [&](const check::Finding& one) { return is_same(one, finding); });
  if (known == findings_.end())
    findings_.push_back(std::move(finding));
  else if (finding.observed && !known->observed)
    *known = std::move(finding);
}

Examination Examination::split() const {
  Examination part(properties_, keep_going_, judge_, temporal_properties_,
                   flow_ ? std::optional(flow_->split()) : std::nullopt);
  part.shared_count_ = shared_count_;
  part.sink_ = sink_;
  return part;
}

void Examination::join(Examination& part) {
  for (check::Finding& finding : part.findings_) {
    finding.execution += number_;
    add(std::move(finding));
  }
  for (SuppressedFinding& suppressed : part.suppressed_) {
    suppressed.finding.execution += number_;
    add_suppressed(std::move(suppressed));
  }
  if (flow_ && part.flow_) flow_->join(*part.flow_);
  number_ += part.number_;
  counts_ += part.counts_;
  part.findings_.clear();
  part.suppressed_.clear();
  part.number_ = 0;
  part.counts_ = {};
  endless_loops_.merge(part.endless_loops_);
  cut_loops_.merge(part.cut_loops_);
  if (!unmodelled_) unmodelled_ = std::move(part.unmodelled_);
}

bool Examination::has(const check::Finding& finding) const {
  return std::ranges::any_of(findings_, [&](const check::Finding& known) { return is_same(known, finding); });
}

bool Examination::has(const SuppressedFinding& suppressed) const {
  return std::ranges::any_of(suppressed_, [&](const SuppressedFinding& one) {
    return one.pattern == suppressed.pattern && is_same(one.finding, suppressed.finding);
  });
}

void Examination::add_suppressed(SuppressedFinding suppressed) {
  if (!has(suppressed)) suppressed_.push_back(std::move(suppressed));
}

}  // namespace selvage::cli
