#include "target/base_plan.h"

#include <algorithm>
#include <cstring>

namespace selvage::target {
namespace {

constexpr size_t kFarthest = 256;  // schedules that are looked at for the use of one base

size_t common_steps(std::span<const Step> a, std::span<const Step> b) {
  static_assert(sizeof(Step) == sizeof(uint32_t));
  size_t least = std::min(a.size(), b.size());
  size_t i = 0;
  while (i + 4 <= least && std::memcmp(&a[i], &b[i], 4 * sizeof(Step)) == 0) i += 4;
  while (i < least && std::memcmp(&a[i], &b[i], sizeof(Step)) == 0) ++i;
  return i;
}

// The best place for a base on the way of the first schedule behind `above`; 0: none is worth its cost.
uint32_t best_base(std::span<const PlannedSchedule> schedules, uint32_t above, size_t cost) {
  uint32_t best = 0;
  size_t most = cost;
  size_t place = schedules.front().limit;
  for (size_t users = 1; users < std::min(schedules.size(), kFarthest); ++users) {
    place = std::min<size_t>(place, schedules[users].shared_steps);
    if (place <= above) break;
    // Further users would begin no later: this place is judged with all of them.
    bool last = users + 1 == schedules.size() || schedules[users + 1].shared_steps < place;
    size_t saved = users * (place - above);
    if (last && saved > most) {
      most = saved;
      best = static_cast<uint32_t>(place);
    }
  }
  return best;
}

}  // namespace

void plan_bases(std::span<PlannedSchedule> schedules, size_t cost) {
  for (size_t i = 1; i < schedules.size(); ++i) {
    size_t common = common_steps(schedules[i - 1].steps, schedules[i].steps);
    schedules[i].shared_steps = static_cast<uint32_t>(std::min(common, schedules[i].limit));
  }
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < schedules.size(); ++i) {
    PlannedSchedule& schedule = schedules[i];
    while (!kept.empty() && kept.back() > schedule.shared_steps) kept.pop_back();
    for (uint32_t& base : schedule.bases) {
      base = best_base(schedules.subspan(i), kept.empty() ? 0 : kept.back(), cost);
      if (base == 0) break;
      kept.push_back(base);
    }
  }
}

}  // namespace selvage::target
