// Searches over smaller sets of preemption points (src/campaign/job_queue.h), as they are handed out to workers: items of the
// queue of a run that is made for them, and what came of them, entries "job.ID" of its log. Reading is safe on any bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/points.h"
#include "campaign/race_candidates.h"
#include "cli/cluster/cluster_messages.h"

namespace selvage::cli {

// A slice of one: a worker explores for so long, and writes down where the search stands.
struct JobItem {
  std::string id;
  campaign::PointSet set;
  std::string state;                   // to go on from; empty: from the beginning
  std::vector<SharedLocation> shared;  // with the state, or, without, what is known of the program
  double seconds = 0;
};

struct JobOutcome {
  PartResult part;
  campaign::Points points = campaign::Points::All;  // where threads could be switched
  std::string state;
  std::vector<SharedLocation> shared;
  campaign::RaceCandidates candidates;
  double seconds = 0;
  double size = 0;  // see JobRunner
};

std::string encode(const JobItem& item);
std::string encode(const JobOutcome& outcome);
std::optional<JobItem> decode_job(std::string_view bytes);
std::optional<JobOutcome> decode_job_outcome(std::string_view bytes);

std::string job_entry(const std::string& id);
// Nothing: it is another entry.
std::optional<std::string> job_of_entry(std::string_view name);

}  // namespace selvage::cli
