#include "explore/wakeup_tree.h"

#include <algorithm>

namespace selvage::explore {

bool Branch::depends_on(const model::Path& path, model::Position position) const {
  return std::ranges::any_of(footprints, [&](const Footprint& own) { return path.dependent(own, position); });
}

bool Branch::depends_on(const Branch& other) const {
  return std::ranges::any_of(footprints, [&](const Footprint& own) {
    return std::ranges::any_of(other.footprints, [&](const Footprint& theirs) { return dependent(own, theirs); });
  });
}

WakeupSequence::WakeupSequence(const model::Path& path, const model::Race& race) : path_(path), race_(race) {
  for (model::Position k = race.first + 1; k < race.second; k++)
    if (!path.happens_before(race.first, k)) positions_.push_back(k);
  positions_.push_back(race.second);
}

bool WakeupSequence::first_is_independent(size_t index) const {
  model::Position later = positions_[index];
  for (size_t i = 0; i < index; i++) {
    model::Position earlier = positions_[i];
    if (later == race_.second ? path_.precedes_reversed(earlier, race_) : path_.happens_before(earlier, later))
      return false;
  }
  return true;
}

bool WakeupSequence::can_begin_with(const Branch& branch, bool whole_thread) const {
  for (size_t i = 0; i < positions_.size(); i++) {
    if (path_.thread(positions_[i]) != branch.thread) continue;
    if (!whole_thread && path_[positions_[i]].alternative != branch.alternative) return false;
    return first_is_independent(i);
  }
  return std::ranges::none_of(positions_, [&](model::Position p) { return branch.depends_on(path_, p); });
}

void WakeupSequence::remove(uint16_t thread) {
  auto found = std::ranges::find_if(positions_, [&](model::Position p) { return path_.thread(p) == thread; });
  if (found != positions_.end()) positions_.erase(found);
}

std::vector<uint16_t> WakeupSequence::initials() const {
  std::vector<uint16_t> result;
  for (size_t i = 0; i < positions_.size(); i++) {
    uint16_t thread = path_.thread(positions_[i]);
    auto is_first = std::ranges::find_if(positions_, [&](model::Position p) { return path_.thread(p) == thread; });
    if (*is_first == positions_[i] && first_is_independent(i)) result.push_back(thread);
  }
  return result;
}

Branch WakeupSequence::branch_at(size_t index) const {
  model::Position position = positions_[index];
  auto footprints = path_.footprints(position);
  return {path_.thread(position), path_[position].alternative, {footprints.begin(), footprints.end()}};
}

void insert(WakeupForest& forest, WakeupSequence sequence) {
  WakeupForest* level = &forest;
  while (!sequence.empty()) {
    auto found =
        std::ranges::find_if(*level, [&](const auto& node) { return sequence.can_begin_with(node->branch, false); });
    if (found == level->end()) break;
    // A leaf: whatever is explored from there includes this sequence.
    if ((*found)->children.empty()) return;
    sequence.remove((*found)->branch.thread);
    level = &(*found)->children;
  }
  for (size_t i = 0; i < sequence.positions().size(); i++) {
    level->push_back(std::make_unique<WakeupNode>());
    level->back()->branch = sequence.branch_at(i);
    level = &level->back()->children;
  }
}

}  // namespace selvage::explore
