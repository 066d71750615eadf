// A worker's part in a campaign: a slice of a search over a smaller set of preemption points.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/campaign/job_runner.h"
#include "cli/cluster/cluster_member.h"
#include "cli/cluster/cluster_part.h"
#include "cluster/blobs.h"

namespace selvage::cli {

using target::Error;

JobOutcome ClusterMember::explore_job(const JobItem& item) {
  campaign::Job job;
  job.set = item.set;
  job.state = item.state;
  job.shared = item.shared;
  JobRunner::Tools tools{*launcher_, options_, agreement_, judge_ ? &judge_->stacks() : nullptr, judge_.get(), nullptr};
  JobRunner runner(tools, job, item.shared, options_.workers());
  auto length = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(std::min(item.seconds, description_.slice)));
  runner.run(std::chrono::steady_clock::now() + length);
  JobRunner::Result found = runner.take();
  JobOutcome outcome;
  outcome.part = part_of(found.search, runner.examination(), found.search.shared.size(), found.seconds);
  outcome.points = item.set.points;
  outcome.state = found.search.state;
  outcome.shared = found.search.shared;
  outcome.candidates = found.candidates;
  outcome.seconds = found.seconds;
  outcome.size = found.size;
  executions_ += runner.examination().counts().executions;
  return outcome;
}

void ClusterMember::work_on_job(cluster::Delivery& delivery) {
  std::optional<JobItem> item = decode_job(cluster::unfolded(broker_, run_, delivery.bytes()));
  if (!item) {
    fmt::print(stderr, "selvage: refused an item of run {} that is damaged.\n", run_);
    return delivery.done();
  }
  if (broker_.read(run_, job_entry(item->id))) return delivery.done();
  JobOutcome outcome;
  std::optional<Error> error = attempt(delivery, [&] {
    // What a slice does for an item that is explored to its end: it says that somebody is at it.
    ClusterSlice slice(broker_, run_, delivery, description_.slice);
    outcome = explore_job(*item);
    slice.end();
    if (slice.is_run_gone()) throw cluster::RunGone(run_);
    if (delivery.attempts() <= kAttemptsAfterErrors) require_own_fault(outcome.part);
  });
  if (error) {
    outcome = {};
    outcome.part = failed_part(*error);
  }
  delivery.keep();
  outcome.part.worker = worker_;
  broker_.write_once(run_, job_entry(item->id), cluster::fitted(broker_, run_, encode(outcome)));
  delivery.done();
}

}  // namespace selvage::cli
