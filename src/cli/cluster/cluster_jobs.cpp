#include "cli/cluster/cluster_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cluster/cluster_answers.h"
#include "cluster/blobs.h"
#include "explore/saved.h"

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

std::string ClusterJobs::save() const {
  explore::SavedWriter writer;
  writer.value(read_);
  writer.count(out_.size());
  for (const auto& [id, out] : out_) {
    writer.list(std::span<const char>(id));
    writer.count(out.job);
  }
  return writer.take();
}

bool ClusterJobs::attach(const RunDescription& description, std::string_view saved) {
  libraries_ = description.modules;
  if (saved.empty()) return true;
  explore::SavedReader reader(saved);
  read_ = reader.value<uint64_t>();
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    std::vector<char> id;
    reader.list(id);
    auto job = static_cast<size_t>(reader.value<uint64_t>());
    out_[std::string(id.begin(), id.end())] = {job, Clock::now()};
  }
  return reader.finished();
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

std::vector<std::pair<std::optional<size_t>, JobOutcome>> ClusterJobs::take_in() {
  std::vector<std::pair<std::optional<size_t>, JobOutcome>> result;
  for (const cluster::Entry& entry : broker_.read_after(run_, read_)) {
    read_ = entry.number;
    if (!entry.is_genuine) continue;
    std::optional<std::string> id = job_of_entry(entry.name);
    if (!id) {
      answer(broker_, run_, libraries_, entry, notice_);
      continue;
    }
    std::optional<JobOutcome> outcome = decode_job_outcome(cluster::unfolded(broker_, run_, entry.bytes));
    if (!outcome) throw Error(ExitCode::Internal, fmt::format("Entry {} of run {} is damaged.", entry.name, run_));
    auto out = out_.find(*id);
    std::optional<size_t> job;
    if (out != out_.end()) job = out->second.job;
    result.emplace_back(job, std::move(*outcome));
    if (out != out_.end()) out_.erase(out);
  }
  return result;
}

}  // namespace selvage::cli
