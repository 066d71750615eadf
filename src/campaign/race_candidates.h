// Race candidates: plain accesses that may come in either order with what another thread does to the same memory, as far as
// an execution tells. Campaigns make them preemption points, and find out whether the order does harm.
//
// Two relations say which accesses are in order (Blum and Gibson, section 2.2). *Happens-before* is what the language promises,
// the same as for data races. *Limited happens-before* (O'Callahan and Choi, PPoPP 2003) counts only what threads wait for -
// creation, join, conditions, semaphores, barriers - and takes two accesses under a common lock for ordered: it also shows
// pairs that merely happened to be ordered by locks and atomics, at the price of false alarms. What the first relation leaves
// open, the second does, too.
//
// An access and one to the same address after the block was freed are none: they are in different blocks ("malloc-recycle",
// section 5.2). If the second had a pointer to the first block, another interleaving shows the two without the free between
// them, or as a use after free.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "check/memory_history.h"
#include "check/synchronisation.h"
#include "explore/saved.h"
#include "model/lock_sets.h"
#include "model/path.h"

namespace selvage::campaign {

enum class Precedence : uint8_t { HappensBefore, LimitedHappensBefore };

struct RaceCandidate {
  bool one_first = false, other_first = false;         // orders that were seen
  bool by_happens_before = false, by_limited = false;  // the relations that leave the order open

  bool is_both_order() const { return one_first && other_first; }
  // Whether it adds anything.
  bool merge(const RaceCandidate& other);
};

// Two sites in ascending order. The lower one is 0 where it is no plain access: those are preemption points anyway.
struct CandidateSites {
  uint32_t one, other;
  auto operator<=>(const CandidateSites&) const = default;
};

class RaceCandidates {
 public:
  // Whether it adds anything.
  bool add(const CandidateSites& sites, const RaceCandidate& candidate);
  bool join(const RaceCandidates& other);
  const std::map<CandidateSites, RaceCandidate>& all() const { return all_; }
  bool empty() const { return all_.empty(); }
  bool has_by_happens_before() const;
  // Every plain access of one by happens-before, ascending.
  std::vector<uint32_t> open_sites() const;

  void save(explore::SavedWriter& writer) const;
  void restore(explore::SavedReader& reader);

 private:
  std::map<CandidateSites, RaceCandidate> all_;
};

class CandidateDetector {
 public:
  struct Options {
    bool by_happens_before = true, by_limited = true;
    // A use after free ends an execution. Where it does not, what comes after a free has to be compared with it.
    bool free_is_last = true;
  };
  explicit CandidateDetector(const Options& options);

  // An execution whose inner plain accesses carry their sites as values. Pairs among the first `known` steps are known already.
  void look(const model::Path& path, size_t known, RaceCandidates& candidates);

 private:
  struct Seen {
    uint64_t begin, end;
    uint32_t time;
    uint32_t site;
    uint32_t locks;  // number of the set that was held
    uint16_t thread;
    uint8_t kind;
  };
  struct Granule {
    uint64_t execution = 0;  // what it holds is of this one
    std::vector<Seen> seen;
  };

  void number_lock_sets(const model::Path& path);
  void take(const model::Path& path, model::Position position, bool is_new, RaceCandidates& candidates);
  void synchronise(const Footprint& footprint);
  void enter(const Seen& seen, bool is_new, RaceCandidates& candidates);
  void compare(const std::vector<Seen>& earlier, const Seen& later, RaceCandidates& candidates) const;
  void forget_block(const Seen& free);
  std::vector<Seen>& granule(uint64_t number);
  bool exclude_each_other(uint32_t one, uint32_t other) const;

  bool by_happens_before_, by_limited_, free_is_last_;
  check::Synchronisation order_, limited_order_;
  check::MemoryHistory memory_, limited_memory_;
  check::Synchronisation::Mark first_order_, first_limited_order_;
  check::MemoryHistory::Mark first_memory_, first_limited_memory_;
  uint32_t time_ = 0;
  uint64_t execution_ = 0;
  std::unordered_map<uint64_t, Granule> granules_;
  std::vector<Seen> large_;
  std::vector<std::vector<model::HeldLock>> lock_sets_;  // the first one is empty
  std::vector<uint32_t> locks_at_;                       // of every access to memory on the path, in order
  size_t accesses_ = 0;                                  // gone through so far
  std::vector<check::Access> scratch_;
};

}  // namespace selvage::campaign
