// Which search goes next, of several over different sets of preemption points, and for how long (Blum and Gibson, Algorithms
// 1 to 3): the one that runs goes on while it is expected to finish in time; else one that has not begun, unless a part of
// it is suspended already; else a suspended one that is expected to finish sooner.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "campaign/points.h"
#include "contract/channel.h"

namespace selvage::campaign {

enum class JobStatus : uint8_t {
  Pending,
  Suspended,  // it has begun
  Complete,   // every interleaving that its points allow was explored
  Failed,     // it found something
  Cancelled,  // what it would show is known from others, or it cannot be explored
};

struct Job {
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();

  Points points = Points::All;
  JobStatus status = JobStatus::Pending;
  uint64_t executions = 0;
  double seconds = 0;      // spent so far
  double eta = kUnknown;   // seconds that it is expected to need still
  double share = 0;        // of it, explored, an estimate
  std::string state = {};  // to go on from
  std::vector<SharedLocation> shared = {};

  bool is_open() const { return status == JobStatus::Pending || status == JobStatus::Suspended; }
};

class JobQueue {
 public:
  // Estimates are too high more often than too low (the paper's factor).
  static constexpr double kEtaFactor = 2;
  // An estimate from fewer executions says nothing.
  static constexpr uint64_t kLeastExecutions = 32;

  explicit JobQueue(const std::vector<Points>& sets);

  std::vector<Job>& jobs() { return jobs_; }
  const std::vector<Job>& jobs() const { return jobs_; }
  Job* find(Points points);

  // The job to go on with, by its number; none: all are done. `last` is the one that ran before.
  std::optional<size_t> next(std::optional<size_t> last, double seconds_left) const;

  // What is in a set that was explored completely need not be explored again.
  void complete(size_t job);
  // Supersets of a failing set would fail as well.
  void fail(size_t job);

 private:
  bool has_suspended_part(const Job& job) const;

  std::vector<Job> jobs_;
};

}  // namespace selvage::campaign
