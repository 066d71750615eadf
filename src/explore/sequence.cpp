#include "explore/sequence.h"

#include <algorithm>

namespace selvage::explore {

RaceSequence::RaceSequence(const model::Path& path, const model::Race& race, std::vector<model::Position>& room)
    : path_(path), race_(race), positions_(room) {
  room.clear();
  for (model::Position k = race.first + 1; k < race.second; k++)
    if (!path.happens_before(race.first, k)) room.push_back(k);
  room.push_back(race.second);
}

bool RaceSequence::precedes(size_t earlier, size_t later) const {
  return positions_[later] == race_.second ? path_.precedes_reversed(positions_[earlier], race_)
                                           : path_.happens_before(positions_[earlier], positions_[later]);
}

bool RaceSequence::is_independent(size_t index) const {
  for (size_t i = 0; i < index; i++)
    if (precedes(i, index)) return false;
  return true;
}

bool RaceSequence::can_begin_with(const Branch& branch, bool whole_thread) const {
  for (size_t i = 0; i < positions_.size(); i++) {
    if (path_.thread(positions_[i]) != branch.thread) continue;
    if (!whole_thread && path_[positions_[i]].alternative != branch.alternative) return false;
    return is_independent(i);
  }
  // The sequence ends with what comes before the race's first transition now, whatever it was like behind it.
  if (branch.thread == path_.thread(race_.first)) return false;
  return std::ranges::none_of(positions_, [&](model::Position p) { return branch.depends_on(path_, p); });
}

void RaceSequence::initials(std::vector<uint16_t>& result) const {
  result.clear();
  for (size_t i = 0; i < positions_.size(); i++) {
    uint16_t thread = path_.thread(positions_[i]);
    auto is_first = std::ranges::find_if(positions_, [&](model::Position p) { return path_.thread(p) == thread; });
    if (*is_first == positions_[i] && is_independent(i)) result.push_back(thread);
  }
}

void RaceSequence::detach(WakeupSequence& result) const {
  result.clear(positions_.size());
  for (size_t i = 0; i < positions_.size(); i++) {
    model::Position position = positions_[i];
    result.set(i, path_.thread(position), path_[position].alternative, path_.footprints(position));
    for (size_t k = 0; k < i; k++)
      if (precedes(k, i)) result.set_before(k, i);
  }
  // A waiter that overtakes its signal wakes by itself, and that does depend on the signal.
  const Footprint& second = path_[race_.second].head;
  Operation first = path_[race_.first].head.operation;
  if (second.operation == Operation::CondWake && (first == Operation::CondSignal || first == Operation::CondBroadcast))
    result.mark_last(kEventSpurious);
}

void WakeupSequence::clear(size_t length) {
  steps_.resize(length);
  words_ = (length + 63) / 64;
  before_.assign(length * words_, 0);
  restore();
}

void WakeupSequence::set(size_t index, uint16_t thread, uint16_t alternative, std::span<const Footprint> footprints) {
  steps_[index].thread = thread;
  steps_[index].alternative = alternative;
  steps_[index].footprints.assign(footprints);
}

void WakeupSequence::mark_last(uint8_t flag) {
  auto footprints = steps_.back().footprints.all();
  std::vector<Footprint> marked(footprints.begin(), footprints.end());
  marked.front().flags |= flag;
  steps_.back().footprints.assign(marked);
}

bool WakeupSequence::is_independent(size_t index) const {
  for (size_t word = 0; word < words_; word++)
    if (before_[index * words_ + word] & ~taken_[word]) return false;
  return true;
}

bool WakeupSequence::can_begin_with(const Branch& branch) const {
  for (size_t i = 0; i < steps_.size(); i++)
    if (steps_[i].thread == branch.thread && is_left(i))
      return steps_[i].alternative == branch.alternative && is_independent(i);
  for (size_t i = 0; i < steps_.size(); i++)
    if (is_left(i) && branch.depends_on(steps_[i])) return false;
  return true;
}

void WakeupSequence::take(uint16_t thread) {
  for (size_t i = 0; i < steps_.size(); i++) {
    if (steps_[i].thread != thread || !is_left(i)) continue;
    taken_[i / 64] |= bit(i);
    left_--;
    return;
  }
}

void WakeupSequence::restore() {
  taken_.assign(words_, 0);
  left_ = steps_.size();
}

}  // namespace selvage::explore
