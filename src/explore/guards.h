// Memory that is always accessed under the same mutex need not be a scheduling point: nobody else sees it while the mutex is
// held, so that what is done to it belongs to the step in which the mutex was locked. docs/sections.md has the reasons.
//
// Which memory that is shows in the first execution of a search, which then starts over; every later one is looked at whether
// it is still so, and if not, the search starts over once more, with that memory as it was before.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "contract/channel.h"
#include "model/lock_sets.h"
#include "model/path.h"

namespace selvage::explore {

// The halves of a granule of memory may have different guards: neighbouring variables of four bytes often do.
struct GuardedGranule {
  uint64_t mutexes[2] = {0, 0};  // 0: none
};
inline constexpr uint64_t kHalf = kSharingGranule / 2;

// What a table of shared locations says.
class Guards {
 public:
  Guards() = default;
  explicit Guards(std::span<const SharedLocation> table);

  bool empty() const { return guarded_.empty(); }
  // Null: accesses to the granule are scheduling points, or not shared.
  const GuardedGranule* find(uint64_t granule) const {
    auto found = guarded_.find(granule);
    return found == guarded_.end() ? nullptr : &found->second;
  }
  void add(uint64_t granule, const GuardedGranule& guards) { guarded_[granule] = guards; }
  // Granules that are scheduling points, and that nobody has taken to be guarded yet.
  const std::vector<uint64_t>& untried() const { return untried_; }

 private:
  std::unordered_map<uint64_t, GuardedGranule> guarded_;
  std::vector<uint64_t> untried_;
};

// Guarded ones and others, each once.
size_t count_locations(std::span<const SharedLocation> table);

// Goes along with the paths of one worker.
class GuardWatch {
 public:
  explicit GuardWatch(const Guards& guards) : guards_(guards) {}

  // `path` agrees with the one of the last call in its first `known` steps. Appends granules that are accessed without their
  // mutex, where creation and join of threads do not keep the accesses apart.
  void advance(const model::Path& path, size_t known, std::vector<SharedLocation>& unguarded);

 private:
  struct Access {
    uint64_t half;
    model::Position position;
    uint16_t thread;
  };

  // False: it meets one that the mutex does not keep it apart from.
  bool access(uint64_t half, uint64_t mutex, model::Position position, uint16_t thread);

  const Guards& guards_;
  model::LockSets locks_;
  model::Stack<Access> accesses_;   // to halves of guarded granules
  model::Stack<uint32_t> without_;  // of those: without the mutex
};

// What of the untried granules is guarded in an execution: entries for the table.
std::vector<SharedLocation> find_guarded(const Guards& guards, const model::Path& path);

}  // namespace selvage::explore
