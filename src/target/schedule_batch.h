// Schedules in the form that the channel carries, kept in the explorer's own memory.
//
// The program can overwrite what is in the channel, so the explorer's copy is the one that counts: it is
// written again after a respawn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contract/channel.h"
#include "contract/dependence.h"
#include "target/base_plan.h"

namespace selvage::target {

struct ScheduleRequest {
  std::span<const Step> steps = {};  // the prefix
  Policy policy = Policy::Continue;  // what happens after it
  uint64_t seed = 0;                 // for policies that draw
  uint32_t flags = 0;                // ScheduleFlags
  std::span<const Sleeper> sleepers = {};
  std::span<const Footprint> footprints = {};  // of the sleepers
  size_t record_from = 0;                      // events of so many first steps are not wanted
  Drawing drawing = {};                        // without weight_count
  std::span<const uint32_t> weights = {};      // of the drawing
};

class ScheduleBatch {
 public:
  void append(const ScheduleRequest& request);
  void clear();
  // Lets schedules that begin with the same steps execute these once, where that pays: best in an order that has them next
  // to each other. `cost` is what keeping a state costs, in steps.
  void share_beginnings(size_t cost);

  size_t size() const { return starts_.size(); }
  bool empty() const { return starts_.empty(); }
  uint32_t flags(size_t index) const;

  // How many schedules from `first` on fit into `bytes`, at most `limit`.
  size_t fitting(size_t first, size_t limit, size_t bytes) const;
  std::span<const uint64_t> words(size_t first, size_t count) const;

 private:
  Schedule& header(size_t index) { return *reinterpret_cast<Schedule*>(&words_[starts_[index]]); }
  size_t end_of(size_t index) const { return index + 1 < starts_.size() ? starts_[index + 1] : words_.size(); }

  std::vector<uint64_t> words_;
  std::vector<size_t> starts_;  // in words
  std::vector<PlannedSchedule> plan_;
};

}  // namespace selvage::target
