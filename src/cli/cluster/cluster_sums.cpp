#include "cli/cluster/cluster_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/cluster/cluster_messages.h"
#include "cli/cluster/job_messages.h"
#include "cli/cluster/sample_messages.h"
#include "cluster/blobs.h"
#include "cluster/ledger.h"

namespace selvage::cli {
namespace {

constexpr double kLately = 10;  // seconds

// Goes along the log as the client does.
class Adding {
 public:
  Adding(cluster::Broker& broker, const std::string& run) : broker_(broker), run_(run) {}

  void take_in(const cluster::Entry& entry) {
    if (begin_ == 0) begin_ = entry.seconds;
    last_ = std::max(last_, entry.seconds);
    if (!entry.is_genuine) return;
    if (std::optional<uint32_t> generation = generation_of_entry(entry.name); generation && *generation > current_) {
      current_ = *generation;
      ledger_.begin(whole_of(current_));
      sums_.executions = 0;
      sums_.share_done = 0;
      begin_ = entry.seconds;
    } else if (std::optional<ResultName> name = result_of_entry(entry.name); name && name->generation == current_) {
      take_in_result(name->id, entry);
    } else if (job_of_entry(entry.name)) {
      std::optional<JobOutcome> outcome = decode_job_outcome(cluster::unfolded(broker_, run_, entry.bytes));
      if (outcome) add(outcome->part, outcome->part.seen.counts.executions, entry.seconds);
    } else if (stretch_of_entry(entry.name)) {
      take_in_stretch(entry);
    } else if (is_refusal_entry(entry.name)) {
      std::optional<Refusal> refusal = decode_refusal(cluster::unfolded(broker_, run_, entry.bytes));
      if (refusal) sums_.refusals.push_back(fmt::format("{}: {}", refusal->worker, refusal->reason));
    }
  }

  ClusterSums sums() {
    sums_.findings = findings_.size();
    sums_.missing = ledger_.missing();
    sums_.seconds = last_ - begin_;
    for (auto& [name, worker] : sums_.workers) worker.last = last_ - worker.last;
    double lately = 0;
    for (const auto& [when, executions] : results_)
      if (when > last_ - kLately) lately += static_cast<double>(executions);
    double window = std::min(kLately, sums_.seconds);
    if (window > 0) sums_.rate = lately / window;
    return sums_;
  }

 private:
  void take_in_result(const std::string& id, const cluster::Entry& entry) {
    std::optional<PartResult> result = decode_result(cluster::unfolded(broker_, run_, entry.bytes));
    if (!result || !ledger_.take_in(id, result->left)) return;
    sums_.share_done += result->share_done;
    add(*result, result->counts.executions, entry.seconds);
  }

  // What lies behind a round that something was learned in is counted, too: only the client knows that it is for nothing.
  void take_in_stretch(const cluster::Entry& entry) {
    std::optional<SampledStretch> stretch = decode_stretch(cluster::unfolded(broker_, run_, entry.bytes));
    if (!stretch) return;
    for (const SampledRound& round : stretch->rounds) note_findings(round.seen);
    count(stretch->executions(), stretch->worker, entry.seconds);
  }

  void note_findings(const PartResult& part) {
    for (const check::Finding& finding : part.seen.findings) findings_.emplace(finding.kind, finding.identity);
  }

  void add(const PartResult& part, uint64_t executions, double when) {
    note_findings(part);
    count(executions, part.worker, when);
  }

  void count(uint64_t executions, const std::string& name, double when) {
    sums_.executions += executions;
    results_.emplace_back(when, executions);
    if (name.empty()) return;
    ClusterSums::Worker& worker = sums_.workers[name];
    worker.executions += executions;
    worker.results++;
    worker.last = when;
  }

  cluster::Broker& broker_;
  const std::string& run_;
  ClusterSums sums_;
  cluster::Ledger ledger_;
  std::set<std::pair<check::FindingKind, uint64_t>> findings_;
  std::vector<std::pair<double, uint64_t>> results_;  // when, and how many executions
  uint32_t current_ = 0;
  double begin_ = 0, last_ = 0;
};

}  // namespace

ClusterSums sums_of(cluster::Broker& broker, const std::string& run) {
  Adding adding(broker, run);
  uint64_t read = 0;
  for (;;) {
    std::vector<cluster::Entry> entries = broker.read_after(run, read);
    if (entries.empty()) return adding.sums();
    for (const cluster::Entry& entry : entries) {
      read = entry.number;
      adding.take_in(entry);
    }
  }
}

}  // namespace selvage::cli
