// A target that follows a schedule only as far as few enough preemptions go.
//
// A preemption takes a thread's turn away although it could go on (Musuvathi and Qadeer: Iterative Context Bounding for
// Systematic Testing of Multithreaded Programs, 2007). What a schedule states is counted; the policy that continues it
// adds none. A schedule beyond the bound is reported as one that the program cannot follow, which makes an exhaustive
// search leave the branch out. It was executed all the same: that costs one execution per branch at the bound's edge.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "explore/target.h"

namespace selvage::cli {

class PreemptionBound final : public explore::Target {
 public:
  PreemptionBound(explore::Target& target, uint64_t most) : target_(target), most_(most) {}

  size_t run(std::span<const explore::Request> requests,
             std::span<const std::unique_ptr<explore::Execution>> results) override;
  void share(std::span<const SharedLocation> locations) override { target_.share(locations); }

  // Schedules left out so far.
  uint64_t left_out() const { return left_out_; }

 private:
  explore::Target& target_;
  uint64_t most_;
  std::vector<explore::Request> whole_;
  std::atomic<uint64_t> left_out_ = 0;
};

}  // namespace selvage::cli
