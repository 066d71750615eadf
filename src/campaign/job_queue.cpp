#include "campaign/job_queue.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace selvage::campaign {
namespace {

bool is_proper_part(const Job& one, const Job& other) { return one.set != other.set && is_subset(one.set, other.set); }

}  // namespace

JobQueue::JobQueue(const std::vector<Points>& sets, const std::set<Precedence>& precedence) : precedence_(precedence) {
  for (Points points : sets) jobs_.push_back({.set = {.points = points}});
}

const Job& JobQueue::everything() const {
  for (const Job& job : jobs_)
    if (job.is_everything()) return job;
  throw std::logic_error("There is no search of everything.");
}

Job& JobQueue::everything() { return const_cast<Job&>(std::as_const(*this).everything()); }

bool JobQueue::has_suspended_part(const Job& job, const std::vector<size_t>& running) const {
  for (size_t i = 0; i < jobs_.size(); ++i) {
    if (std::ranges::find(running, i) != running.end()) continue;
    if (jobs_[i].status == JobStatus::Suspended && is_proper_part(jobs_[i], job)) return true;
  }
  return false;
}

std::optional<size_t> JobQueue::next(std::optional<size_t> last, double seconds_left,
                                     const std::vector<size_t>& running) const {
  auto is_free = [&](size_t i) { return std::ranges::find(running, i) == running.end(); };
  const Job* current = last && is_free(*last) && jobs_[*last].is_open() ? &jobs_[*last] : nullptr;
  // The search of everything had its time before all others; and executions may be long, or begin anew for ever.
  bool is_unknown = current != nullptr && !current->is_everything() && current->executions < kLeastExecutions &&
                    current->seconds < seconds_left;
  if (current != nullptr && (is_unknown || current->eta < kEtaFactor * seconds_left)) return last;
  for (bool is_urgent : {true, false})
    for (size_t i = 0; i < jobs_.size(); ++i) {
      const Job& job = jobs_[i];
      if (job.status == JobStatus::Pending && job.is_urgent == is_urgent && is_free(i) &&
          !has_suspended_part(job, running))
        return i;
    }
  std::optional<size_t> best;
  if (current != nullptr) best = last;
  for (size_t i = 0; i < jobs_.size(); ++i) {
    const Job& job = jobs_[i];
    if (job.status != JobStatus::Suspended || !is_free(i) || has_suspended_part(job, running)) continue;
    bool is_larger = current != nullptr && is_proper_part(*current, job);
    if (!best || (!is_larger && job.eta < jobs_[*best].eta)) best = i;
  }
  if (best) return best;
  // Only jobs are left that have suspended parts.
  for (size_t i = 0; i < jobs_.size(); ++i)
    if (jobs_[i].is_open() && is_free(i)) return i;
  return std::nullopt;
}

void JobQueue::complete(size_t number) {
  jobs_[number].status = JobStatus::Complete;
  jobs_[number].eta = 0;
  jobs_[number].state.clear();
  for (Job& job : jobs_)
    if (job.is_open() && is_proper_part(job, jobs_[number])) job.status = JobStatus::Cancelled;
}

void JobQueue::fail(size_t number) {
  jobs_[number].status = JobStatus::Failed;
  for (Job& job : jobs_)
    if (job.is_open() && is_proper_part(jobs_[number], job)) job.status = JobStatus::Cancelled;
}

void JobQueue::add(PointSet set, bool is_urgent) {
  if (jobs_.size() >= kMostJobs) return;
  auto is_failing_part = [&](const Job& job) { return job.status == JobStatus::Failed && is_subset(job.set, set); };
  if (std::ranges::any_of(jobs_, is_failing_part)) return;
  jobs_.push_back({.set = std::move(set), .is_urgent = is_urgent});
}

void JobQueue::add_access(const PointSet& reporter, uint32_t site, bool is_urgent) {
  PointSet big = with_site(reporter, site), small = {Points::Minimal, {site}};
  // What would be explored everywhere is no reason to leave out what can be explored sooner.
  auto contains_big = [&](const Job& job) { return !job.is_everything() && is_subset(big, job.set); };
  auto is_small = [&](const Job& job) { return job.set == small; };
  if (std::ranges::none_of(jobs_, is_small)) add(small, is_urgent);
  if (std::ranges::none_of(jobs_, contains_big)) add(big, is_urgent);
}

// Algorithm 1: all that is known.
void JobQueue::add_maximal() {
  PointSet all{Points::Synchronisation, candidates().open_sites()};
  auto contains_all = [&](const Job& job) { return !job.is_everything() && is_subset(all, job.set); };
  if (std::ranges::any_of(jobs_, contains_all)) return;
  for (Job& job : jobs_) {
    if (!job.is_maximal || !job.is_open()) continue;
    if (job.status == JobStatus::Pending) {
      job.set = std::move(all);
      return;
    }
    job.status = JobStatus::Cancelled;
    job.state.clear();
  }
  jobs_.push_back({.set = std::move(all), .is_maximal = true});
}

bool JobQueue::is_wanted(const RaceCandidate& candidate) const {
  return (candidate.by_happens_before && precedence_.contains(Precedence::HappensBefore)) ||
         (candidate.by_limited && precedence_.contains(Precedence::LimitedHappensBefore));
}

void JobQueue::add_candidates(size_t number, const RaceCandidates& candidates) {
  if (!jobs_[number].candidates.join(candidates)) return;
  PointSet reporter = jobs_[number].set;
  RaceCandidates known = jobs_[number].candidates;
  for (const auto& [sites, candidate] : known.all()) {
    if (!is_wanted(candidate)) continue;
    bool both = candidate.is_both_order();
    // Of accesses that were seen in one order only the earlier one: to switch there is what the other order needs.
    if (sites.one != 0 && (both || candidate.one_first)) add_access(reporter, sites.one, both);
    if (sites.other != sites.one && (both || candidate.other_first)) add_access(reporter, sites.other, both);
  }
  add_maximal();
}

RaceCandidates JobQueue::candidates() const {
  RaceCandidates all;
  for (const Job& job : jobs_) all.join(job.candidates);
  return all;
}

bool JobQueue::is_saturated() const {
  PointSet all{Points::Synchronisation, candidates().open_sites()};
  return std::ranges::any_of(
      jobs_, [&](const Job& job) { return job.status == JobStatus::Complete && is_subset(all, job.set); });
}

bool JobQueue::is_harmless(const CandidateSites& sites) const {
  PointSet both{Points::Synchronisation, {}};
  for (uint32_t site : {sites.one, sites.other})
    if (site != 0) both = with_site(std::move(both), site);
  return std::ranges::any_of(
      jobs_, [&](const Job& job) { return job.status == JobStatus::Complete && is_subset(both, job.set); });
}

bool JobQueue::is_harmful(const CandidateSites& sites) const {
  auto has = [](const Job& job, uint32_t site) { return site != 0 && std::ranges::binary_search(job.set.sites, site); };
  return std::ranges::any_of(jobs_, [&](const Job& job) {
    return job.status == JobStatus::Failed && (has(job, sites.one) || has(job, sites.other));
  });
}

}  // namespace selvage::campaign
