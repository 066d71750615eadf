// What interleavings were seen, as far as that can be said in pairs of instructions: which write a read took its value
// from, who came to a lock after whom, and which of two racing operations came first.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/saved.h"
#include "explore/target.h"
#include "model/path.h"

namespace selvage::sample {

// Pairs that an execution was the first to show.
struct CoverageNews {
  std::vector<uint64_t> reads_from, lock_orders;
  std::vector<uint64_t> racing;
  std::vector<uint8_t> orders;  // of those racing, one of the two for each

  void clear();
  void save(explore::SavedWriter& writer) const;
  void restore(explore::SavedReader& reader);
};

class Coverage {
 public:
  // The whole execution, and the races in it. How many pairs, or orders of racing pairs, it is the first to show.
  uint64_t take_in(const explore::Execution& execution, const model::Path& path, std::span<const model::Race> races);
  // Which, in the last call.
  const CoverageNews& news() const { return news_; }
  // The same of an execution that was looked at elsewhere, by somebody who knew no more than what is known here.
  uint64_t take_in(const CoverageNews& news);
  // So many that showed nothing new.
  void take_in_others(uint64_t executions) { executions_ += executions; }

  uint64_t executions() const { return executions_; }
  // Of which so many were the last, and showed nothing new.
  uint64_t without_news() const { return executions_ - last_news_; }
  uint64_t reads_from() const { return reads_from_.size(); }
  uint64_t lock_orders() const { return lock_orders_.size(); }
  uint64_t racing() const { return racing_.size(); }
  uint64_t racing_both_ways() const { return both_ways_; }

  void save(explore::SavedWriter& writer) const;
  void restore(explore::SavedReader& reader);

 private:
  struct Last {
    uint64_t instruction = 0;
    uint16_t thread = 0;
  };

  void look_at(const Footprint& footprint, uint64_t instruction);
  void add_read(uint64_t pair);
  void add_lock_order(uint64_t pair);
  void add_racing(uint64_t pair, uint8_t order);
  // What came up in this execution.
  uint64_t end_execution();

  uint64_t executions_ = 0, last_news_ = 0, both_ways_ = 0;
  std::unordered_set<uint64_t> reads_from_, lock_orders_;
  std::unordered_map<uint64_t, uint8_t> racing_;        // bit 0, bit 1: the two orders
  std::unordered_map<uint64_t, Last> writes_, locked_;  // of the execution being looked at
  CoverageNews news_;
};

}  // namespace selvage::sample
