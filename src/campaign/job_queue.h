// Which searches go next, of several over different sets of preemption points, and for how long (Blum and Gibson, Algorithms
// 1 to 3): those that run go on while they are expected to finish in time; else ones that have not begun, unless a part of
// them is suspended already; else suspended ones that are expected to finish sooner.
//
// The accesses of race candidates become points of further searches: a small one at the access alone, and a big one at all
// points of the search that found it as well. Besides, one search, the maximal one, has all synchronisation and all accesses
// that happens-before leaves open.
//
// If that one is completed and shows no further such access, it stands for all interleavings, at every instruction. For
// suppose that one does not fit: a thread is switched within a step, and what it still does in the step conflicts with what
// others do meanwhile. Let it finish the step first. Up to the first access of the others that conflicts with the rest of the
// step everything goes as before; and nothing orders the two, since a thread hands on what it did only where its next step
// begins. So this interleaving, which the search goes through, shows a candidate that is no point: a contradiction. (The paper
// proves it, as its Theorem 1, for limited happens-before, which leaves open more.)
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "campaign/points.h"
#include "campaign/race_candidates.h"
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

  PointSet set = {};
  JobStatus status = JobStatus::Pending;
  bool is_urgent = false;   // its access was seen to come in both orders
  bool is_maximal = false;  // all synchronisation, and all accesses that are left open
  uint64_t executions = 0;
  double seconds = 0;      // spent so far
  double eta = kUnknown;   // seconds that it is expected to need still
  double share = 0;        // of it, explored, an estimate
  std::string state = {};  // to go on from
  std::vector<SharedLocation> shared = {};
  RaceCandidates candidates = {};  // that it saw

  bool is_open() const { return status == JobStatus::Pending || status == JobStatus::Suspended; }
  bool is_everything() const { return set.points == Points::All; }
};

class JobQueue {
 public:
  // Estimates are too high more often than too low (the paper's factor).
  static constexpr double kEtaFactor = 2;
  // An estimate from fewer executions says nothing.
  static constexpr uint64_t kLeastExecutions = 32;
  // Beyond it only the search of all known candidates is added.
  static constexpr size_t kMostJobs = 512;

  // `precedence`: candidates by these get small and big searches.
  explicit JobQueue(const std::vector<Points>& sets, const std::set<Precedence>& precedence = {});

  std::vector<Job>& jobs() { return jobs_; }
  const std::vector<Job>& jobs() const { return jobs_; }
  // The search of everything; it has to be among the sets.
  Job& everything();
  const Job& everything() const;

  // The job to go on with, by its number; none: all are done. `last` is the one that ran before, `running` are others that
  // are taken already.
  std::optional<size_t> next(std::optional<size_t> last, double seconds_left,
                             const std::vector<size_t>& running = {}) const;

  // What is in a set that was explored completely need not be explored again.
  void complete(size_t job);
  // Supersets of a failing set would fail as well.
  void fail(size_t job);

  // What a job saw: adds further jobs (Algorithm 2).
  void add_candidates(size_t job, const RaceCandidates& candidates);
  // Of all jobs.
  RaceCandidates candidates() const;
  // A completed search switched at all synchronisation and at every access that is left open: it stands for all interleavings.
  bool is_saturated() const;
  // A completed search switched at all synchronisation and at both accesses.
  bool is_harmless(const CandidateSites& sites) const;
  // A search that switches at one of the accesses failed.
  bool is_harmful(const CandidateSites& sites) const;

 private:
  bool has_suspended_part(const Job& job, const std::vector<size_t>& running) const;
  void add(PointSet set, bool is_urgent);
  void add_access(const PointSet& reporter, uint32_t site, bool is_urgent);
  void add_maximal();
  bool is_wanted(const RaceCandidate& candidate) const;

  std::vector<Job> jobs_;
  std::set<Precedence> precedence_;
};

}  // namespace selvage::campaign
