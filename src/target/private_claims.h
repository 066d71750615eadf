// Sites that the instrumentation claims to access private memory, in programs that were built to have such claims checked
// (SELVAGE_ANALYSIS=check). Empty in all others.
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
  // Whether the event, a step of its own, shows that a claim is wrong.
  bool is_refuted_by(const Event& event) const {
    const size_t index = event.site - kExecutableSiteBase;
    return index < claimed_.size() && claimed_[index];
  }

 private:
  std::vector<bool> claimed_;
};

}  // namespace selvage::target
