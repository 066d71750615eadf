#include "campaign/job_queue.h"

namespace selvage::campaign {
namespace {

bool is_proper_part(const Job& one, const Job& other) {
  return one.points != other.points && is_subset(one.points, other.points);
}

}  // namespace

JobQueue::JobQueue(const std::vector<Points>& sets) {
  for (Points points : sets) jobs_.push_back({.points = points});
}

Job* JobQueue::find(Points points) {
  for (Job& job : jobs_)
    if (job.points == points) return &job;
  return nullptr;
}

bool JobQueue::has_suspended_part(const Job& job) const {
  for (const Job& other : jobs_)
    if (other.status == JobStatus::Suspended && is_proper_part(other, job)) return true;
  return false;
}

std::optional<size_t> JobQueue::next(std::optional<size_t> last, double seconds_left) const {
  const Job* running = last && jobs_[*last].is_open() ? &jobs_[*last] : nullptr;
  if (running != nullptr && (running->executions < kLeastExecutions || running->eta < kEtaFactor * seconds_left))
    return last;
  for (size_t i = 0; i < jobs_.size(); ++i)
    if (jobs_[i].status == JobStatus::Pending && !has_suspended_part(jobs_[i])) return i;
  std::optional<size_t> best;
  if (running != nullptr) best = last;
  for (size_t i = 0; i < jobs_.size(); ++i) {
    const Job& job = jobs_[i];
    if (job.status != JobStatus::Suspended || has_suspended_part(job)) continue;
    bool is_larger = running != nullptr && is_proper_part(*running, job);
    if (!best || (!is_larger && job.eta < jobs_[*best].eta)) best = i;
  }
  if (best) return best;
  // Only jobs are left that have suspended parts.
  for (size_t i = 0; i < jobs_.size(); ++i)
    if (jobs_[i].is_open()) return i;
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

}  // namespace selvage::campaign
