// Critical sections that are one transition, and do nothing but access memory: they are marked, and from then on depend on
// each other only through what they access (kEventSection; docs/sections.md). Atomic blocks can be looked into as well.
//
// What a section accesses may depend on what it reads, and then on what came before it. The search relies on that two
// transitions are dependent or not whatever comes before them; so only *steady* sections are marked, which do the same in
// every execution. That is learned: all are taken to be steady until one is seen to do something else than before; then
// the search starts over without looking into that one.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/sections_seen.h"
#include "explore/target.h"

namespace selvage::explore {

// Those that are marked. Atomic blocks are watched in any case.
struct SectionKinds {
  bool mutexes = false;
  bool blocks = false;
  // Other processes explore other parts of the search, and others put together what was seen (explore/sections_seen.h).
  bool is_divided = false;
};

// In the table of shared locations: atomic blocks that are not steady access memory that is also accessed outside of blocks.
// The optimal search is not made for that, and gives way to another.
inline constexpr SharedLocation kBlocksDiffer = 2 * kSharingGranule | kReadMark;

// Whether what was found out about a program calls for strategy source instead of optimal.
bool calls_for_source(std::span<const SharedLocation> table);

// Used by all workers of a search.
class Sections {
 public:
  Sections(SectionKinds kinds, std::span<const SharedLocation> table);

  // Whether the execution has any: most have none, and nothing else is to be done for them.
  bool any_in(const Execution& execution) const;
  // Some are operations on their mutex like any other.
  bool any_unsteady() const { return !not_steady_.empty(); }
  // `before`: the steps that the execution was not asked to report.
  void mark(Execution& execution, std::span<const Step> before) const;
  // Once all that concerns dependence has been marked.
  void note(const Execution& execution, std::span<const Step> before, uint64_t executions);
  // Entries for the table of shared locations, for the search to start over with: what is not steady. Nothing while it is
  // worth while to look for more of them.
  bool has_found() const { return has_found_.load(std::memory_order_acquire); }
  std::vector<SharedLocation> unsteady(uint64_t executions);
  std::vector<SharedLocation> all_unsteady();

  // What sections have been seen to do.
  std::vector<SectionSeen> seen();

  // What has been learned, as bytes that can be stored; and back. False: these are no such bytes.
  std::string save();
  bool restore(std::string_view& bytes);

 private:
  template <typename Visit>
  void for_each_section(std::span<const Step> before, const Execution& execution, Visit&& visit) const;
  bool may_be_section(const Footprint& head) const;
  bool is_section(const Execution& execution, size_t step) const;
  void note_memory(const Execution& execution);

  SectionKinds kinds_;
  uint64_t salt_;                               // the steps mean the same only with the same scheduling points
  std::unordered_set<uint64_t> not_steady_;     // sections, by what tells them apart
  std::mutex mutex_;                            // for what follows
  std::unordered_map<uint64_t, uint64_t> did_;  // hash of what they do
  std::unordered_set<uint64_t> blocks_;         // those of them that are atomic blocks
  std::vector<SharedLocation> found_;
  std::atomic<bool> has_found_ = false;  // read by all without the mutex
  // Granules that are accessed in atomic blocks, and outside of them; whether one is both; whether a block is not steady.
  std::unordered_set<uint64_t> in_blocks_, outside_;
  bool blocks_meet_others_ = false, blocks_differ_ = false;
  uint64_t start_over_at_ = 0;
};

}  // namespace selvage::explore
