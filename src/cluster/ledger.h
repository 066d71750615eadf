// Which sub-trees of a search are known, and of which the result is still missing. The same entries of the log always lead
// to the same ledger, so that whoever reads the log anew knows what the one before knew.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>

namespace selvage::cluster {

class Ledger {
 public:
  // A search begins anew with one sub-tree, the whole; what was known is forgotten.
  void begin(const std::string& whole);
  // The result of a sub-tree, and what it left over. False: nothing is known of it, or it has one already; then it does
  // not count.
  bool take_in(const std::string& id, std::span<const std::string> left);

  bool is_missing(const std::string& id) const { return missing_.contains(id); }
  size_t missing() const { return missing_.size(); }
  bool is_complete() const { return missing_.empty(); }
  uint64_t results() const { return results_; }

 private:
  std::unordered_set<std::string> missing_;
  uint64_t results_ = 0;
};

}  // namespace selvage::cluster
