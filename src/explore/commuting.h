// Operations that commute although they access the same memory, as the analyses of the program tell: they are marked, and
// from then on the relation of dependence knows (kEventCommutes, kEventOverwritten; docs/commuting.md has the reasons).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "contract/facts.h"
#include "explore/target.h"

namespace selvage::explore {

// Which of them are to be looked for.
struct CommutingOptions {
  bool updates = false;  // updates of one kind, writes of one value; and atomic blocks are looked into
  bool unread = false;   // writes that are overwritten
  // What is known about the program's sites, by number, beginning with kExecutableSiteBase.
  std::vector<SiteFacts> sites = {};

  bool any() const { return (updates || unread) && !sites.empty(); }
};

// What may be marked, as a table of shared locations has it: some things are taken back in the course of a search.
class Commuting {
 public:
  Commuting(const CommutingOptions& options, std::span<const SharedLocation> table);

  bool any() const { return updates_ || unread_; }
  bool looks_at_writes() const { return unread_; }
  bool looks_into_blocks() const { return updates_; }
  void mark(Execution& execution) const;
  // Threads wait in loops: which change lets them go on is told by the order of all.
  static bool is_ruled_out_by(const Execution& execution);

 private:
  void mark_memory(Footprint& f, uint32_t site, bool in_section) const;
  SiteFacts facts_of(uint32_t site) const;

  std::span<const SiteFacts> sites_;
  bool updates_, unread_;
  std::unordered_set<uint64_t> read_;  // granules: writes to them that are overwritten can be read
};

}  // namespace selvage::explore
