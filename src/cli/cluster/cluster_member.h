// A run as a worker takes part in it: the program on this machine, and sub-trees explored with it one after the other.
//
// A result counts once, whatever happens. A worker puts what it leaves over into the queue, and then writes the result,
// which names it. Of several who explored the same sub-tree the first to write is the one who did; what the others left
// over is named by no result, and thrown away by whoever takes it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/suppression_judge.h"
#include "cli/check/temporal_properties.h"
#include "cli/cluster/cluster_messages.h"
#include "cli/cluster/cluster_slice.h"
#include "cli/cluster/cluster_threads.h"
#include "cli/cluster/job_messages.h"
#include "cli/cluster/sample_messages.h"
#include "cli/program/explored_program.h"
#include "cli/program/program_launcher.h"
#include "cli/program/thread_agreement.h"
#include "cli/show/names.h"
#include "cluster/broker.h"
#include "target/workspace.h"

namespace selvage::cli {

// What goes wrong on one machine may go right on another: so often an item is given back, and taken up again after a while.
inline constexpr uint64_t kAttemptsAfterErrors = 3;
inline constexpr cluster::Milliseconds kAfterError(1000);

// How a worker executes programs of others.
struct MemberOptions {
  std::string worker;    // its name, for people
  unsigned jobs = 0;     // processes at a time; 0: one for each core
  uint64_t memory = 0;   // bytes for each; 0: its part of what the machine has
  bool confined = true;  // programs may do less than the worker may
};

class ClusterMember {
 public:
  // Gets the program and starts its processes. Throws Error: this machine cannot take part.
  ClusterMember(cluster::Broker& broker, const std::string& run, const MemberOptions& options);
  ~ClusterMember();

  // From the delivery to the result. Throws RunGone when there is nobody to report to any more.
  void work_on(cluster::Delivery& delivery);

  uint64_t executions() const { return executions_; }

 private:
  enum class Standing { Open, Early, Void };

  const std::vector<SharedLocation>& table(uint32_t generation);
  void work_on_job(cluster::Delivery& delivery);
  JobOutcome explore_job(const JobItem& item);
  void work_on_samples(cluster::Delivery& delivery);
  SampledStretch draw(const SampleItem& item, const std::atomic<bool>& is_over);
  const SamplingState& sampling(uint32_t part);
  Standing standing_of(const WorkItem& item);
  PartResult explore(const WorkItem& item, const ClusterSlice& slice, std::string& state);
  // What goes wrong on one machine may go right on another: it is given back, and thrown. Returns what is wrong when enough have
  // tried.
  std::optional<target::Error> attempt(cluster::Delivery& delivery, const std::function<void()>& work);
  void require_own_fault(const PartResult& result) const;
  void report(const WorkItem& item, PartResult result, const std::string& state, size_t most_parts);

  cluster::Broker& broker_;
  std::string run_, worker_;
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
  uint32_t sampling_part_ = 0;  // the part of the run that is known here
  SamplingState sampling_;
  std::unique_ptr<Names> names_;  // null until they are needed
  uint64_t executions_ = 0;
};

}  // namespace selvage::cli
