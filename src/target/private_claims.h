// Sites that the instrumentation claims to access private memory, in programs that were built to have such claims checked
// (--selvage-analysis=check). Empty in all others.
#pragma once

#include <vector>

#include "contract/channel.h"
#include "target/site_table.h"

namespace selvage::target {

class PrivateClaims {
 public:
  PrivateClaims() = default;
  // Of the executable itself; `sharing` tells whether there is anything to be learnt: where every access is a scheduling
  // point, being one means nothing.
  PrivateClaims(const SiteTable& sites, Sharing sharing);

  bool empty() const { return claimed_.empty(); }
  // Whether there is a claim about the event's site.
  bool contains(const Event& event) const {
    const size_t index = event.site - kExecutableSiteBase;
    return index < claimed_.size() && claimed_[index];
  }

 private:
  std::vector<bool> claimed_;
};

// Both access the same memory, from two threads, and one of them writes.
bool conflict(const Event& one, const Event& other);

}  // namespace selvage::target
