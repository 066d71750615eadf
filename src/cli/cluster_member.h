// A run as a worker takes part in it: the program on this machine, and sub-trees explored with it one after the other.
//
// A result counts once, whatever happens. A worker puts what it leaves over into the queue, and then writes the result,
// which names it. Of several who explored the same sub-tree the first to write is the one who did; what the others left
// over is named by no result, and thrown away by whoever takes it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_options.h"
#include "cli/cluster_messages.h"
#include "cli/cluster_slice.h"
#include "cli/cluster_threads.h"
#include "cli/explored_program.h"
#include "cli/job_messages.h"
#include "cli/program_launcher.h"
#include "cli/suppression_judge.h"
#include "cli/temporal_properties.h"
#include "cli/thread_agreement.h"
#include "cluster/broker.h"
#include "target/workspace.h"

namespace selvage::cli {

// What goes wrong on one machine may go right on another: so often an item is given back, and taken up again after a while.
inline constexpr uint64_t kAttemptsAfterErrors = 3;
inline constexpr cluster::Milliseconds kAfterError(1000);

class ClusterMember {
 public:
  // Gets the program and starts it so many times. Throws Error: this machine cannot take part.
  ClusterMember(cluster::Broker& broker, const std::string& run, const std::string& worker, unsigned jobs,
                bool confined);
  ~ClusterMember();

  // From the delivery to the result. Throws RunGone when there is nobody to report to any more.
  void work_on(cluster::Delivery& delivery);

  // Whoever asked for it has not ended it when it should have.
  bool is_abandoned() const;
  uint64_t executions() const { return executions_; }

 private:
  enum class Standing { Open, Early, Void };

  const std::vector<SharedLocation>& table(uint32_t generation);
  void work_on_job(cluster::Delivery& delivery);
  JobOutcome explore_job(const JobItem& item);
  Standing standing_of(const WorkItem& item);
  PartResult explore(const WorkItem& item, const ClusterSlice& slice, std::string& state);
  // What goes wrong on one machine may go right on another: it is given back, and thrown. Returns what is wrong when enough have
  // tried.
  std::optional<target::Error> attempt(cluster::Delivery& delivery, const std::function<void()>& work);
  void require_own_fault(const PartResult& result) const;
  void report(const WorkItem& item, PartResult result, const std::string& state, size_t most_parts);

  cluster::Broker& broker_;
  std::string run_, worker_;
  std::chrono::steady_clock::time_point joined_ = std::chrono::steady_clock::now();
  target::Workspace workspace_;
  RunDescription description_;
  CheckOptions options_;
  std::string missing_features_;  // of the processor where the check was started
  std::unique_ptr<ProgramLauncher> launcher_;
  report::Suppressions suppressions_;
  std::unique_ptr<SuppressionJudge> judge_;
  TemporalProperties temporal_;
  ThreadAgreement agreement_;
  std::optional<ClusterThreads> threads_;
  std::vector<std::unique_ptr<target::ProgramTarget>> programs_;
  std::vector<std::unique_ptr<ExploredProgram>> explored_;
  uint32_t generation_ = 0;  // of the table that is known here
  std::vector<SharedLocation> table_;
  uint64_t executions_ = 0;
};

}  // namespace selvage::cli
