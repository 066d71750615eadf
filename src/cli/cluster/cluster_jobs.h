// The smaller searches of a campaign on many machines, as whoever runs the campaign sees them: hands them out one slice at a
// time, and takes in what came of them.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/cluster/job_messages.h"
#include "cluster/broker.h"

namespace selvage::cli {

class ClusterJobs {
 public:
  // A run of its own, by this description, whose workers agree on threads in that of the description.
  ClusterJobs(cluster::Broker& broker, std::string run) : broker_(broker), run_(std::move(run)) {}
  ClusterJobs(const ClusterJobs&) = delete;
  ClusterJobs& operator=(const ClusterJobs&) = delete;
  // It is over for everybody.
  ~ClusterJobs();

  void begin(const RunDescription& description, const std::vector<SharedLocation>& shared);
  // One that somebody else began: what came since it was saved, or all if it never was. False: that is no such state.
  bool attach(const RunDescription& description, std::string_view saved);
  std::string save() const;
  void tell(std::function<void(const std::string&)> notice) { notice_ = std::move(notice); }

  // The next slice of a job, by its number in the campaign.
  void hand_out(size_t job, JobItem item);
  // Jobs that somebody has, or will have. Those of which nothing was heard for long are not among them.
  std::vector<size_t> handed_out();
  // How many workers there are, as far as it shows.
  size_t workers();
  // What came since the last call, by the number of its job; without one where nobody knows any more what it belongs to.
  std::vector<std::pair<std::optional<size_t>, JobOutcome>> take_in();

 private:
  using Clock = std::chrono::steady_clock;
  struct Out {
    size_t job;
    Clock::time_point since;
  };

  cluster::Broker& broker_;
  std::string run_;
  std::vector<ModuleFile> libraries_;
  std::function<void(const std::string&)> notice_;
  uint64_t read_ = 0;
  std::map<std::string, Out> out_;  // by the item's name
};

}  // namespace selvage::cli
