#include "cli/cluster_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cluster_answers.h"
#include "cluster/blobs.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

// Longer than it takes until the queue gives an item to somebody else, a few times over.
constexpr std::chrono::seconds kLost(60);

}  // namespace

ClusterJobs::~ClusterJobs() {
  try {
    broker_.remove(run_);
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: run {} is over, but stays at the broker: {}\n", run_, error.what());
  }
}

void ClusterJobs::begin(const RunDescription& description, const std::vector<SharedLocation>& shared) {
  broker_.write_once(run_, generation_entry(1), cluster::fitted(broker_, run_, encode_table(shared)));
  broker_.write_once(run_, kRunEntry, cluster::fitted(broker_, run_, encode(description)));
  libraries_ = description.modules;
}

void ClusterJobs::hand_out(size_t job, JobItem item) {
  item.id = new_id();
  broker_.put(run_, 1, item.id, cluster::fitted(broker_, run_, encode(item)));
  out_[item.id] = {job, Clock::now()};
}

std::vector<size_t> ClusterJobs::handed_out() {
  std::erase_if(out_, [](const auto& out) { return Clock::now() - out.second.since > kLost; });
  std::vector<size_t> jobs;
  for (const auto& [id, out] : out_) jobs.push_back(out.job);
  return jobs;
}

size_t ClusterJobs::workers() {
  cluster::QueueState queue = broker_.queue(run_);
  return static_cast<size_t>(queue.taken + queue.idle_workers);
}

std::vector<std::pair<size_t, JobOutcome>> ClusterJobs::take_in() {
  std::vector<std::pair<size_t, JobOutcome>> result;
  for (const cluster::Entry& entry : broker_.read_after(run_, read_)) {
    read_ = entry.number;
    if (!entry.is_genuine) continue;
    std::optional<std::string> id = job_of_entry(entry.name);
    if (!id) {
      answer(broker_, run_, libraries_, entry, notice_);
      continue;
    }
    auto out = out_.find(*id);
    if (out == out_.end()) continue;
    std::optional<JobOutcome> outcome = decode_job_outcome(cluster::unfolded(broker_, run_, entry.bytes));
    if (!outcome) throw Error(ExitCode::Internal, fmt::format("Entry {} of run {} is damaged.", entry.name, run_));
    result.emplace_back(out->second.job, std::move(*outcome));
    out_.erase(out);
  }
  return result;
}

}  // namespace selvage::cli
