#include "explore/sequence.h"

#include <algorithm>

namespace selvage::explore {

void RaceSequence::assign(const model::Path& path, const model::Race& race) {
  path_ = &path;
  race_ = race;
  positions_.clear();
  marks_ = {};
  uint16_t first_thread = path.thread(race.first);
  for (model::Position k = race.first + 1; k < race.second; k++) {
    if (path.clock(k)[first_thread] > race.first) continue;
    positions_.push_back(k);
    marks_.add(path.marks(k));
  }
  positions_.push_back(race.second);
  marks_.add(path.marks(race.second));
  left_ = positions_.size();
  taken_.assign(left_, 0);
  next_of_thread_.resize(left_);
  for (uint16_t thread : threads_) first_of_thread_[thread] = -1;
  threads_.clear();
  if (first_of_thread_.size() < path.clock_width()) {
    first_of_thread_.resize(path.clock_width(), -1);
    first_clock_.resize(path.clock_width());
  }
  for (int32_t i = last(); i >= 0; i--) {
    uint16_t thread = path.thread(positions_[static_cast<size_t>(i)]);
    if (first_of_thread_[thread] < 0) threads_.push_back(thread);
    next_of_thread_[static_cast<size_t>(i)] = first_of_thread_[thread];
    first_of_thread_[thread] = i;
    first_clock_[thread] = positions_[static_cast<size_t>(i)] + 1;
  }
}

// Of a thread's first step that is left: what comes before it is another thread's first one, or comes after that.
bool RaceSequence::is_independent(int32_t index) const {
  const uint32_t* own = clock(index);
  uint16_t thread = path_->thread(positions_[static_cast<size_t>(index)]);
  return std::ranges::none_of(threads_,
                              [&](uint16_t other) { return other != thread && own[other] >= first_clock_[other]; });
}

int32_t RaceSequence::objection_to(const Branch& branch, bool whole_thread) const {
  int32_t own = branch.thread < first_of_thread_.size() ? first_of_thread_[branch.thread] : -1;
  if (own >= 0) {
    bool same = whole_thread || (*path_)[positions_[static_cast<size_t>(own)]].alternative == branch.alternative;
    return same && is_independent(own) ? kBegins : own;
  }
  // The sequence ends with what comes before the race's first transition now, whatever it was like behind it.
  if (branch.thread == path_->thread(race_.first) && !taken_.back()) return last();
  if (!model::may_depend(branch.marks, marks_)) return kBegins;
  for (size_t i = 0; i < positions_.size(); i++)
    if (!taken_[i] && branch.depends_on(*path_, positions_[i])) return static_cast<int32_t>(i);
  return kBegins;
}

void RaceSequence::take(uint16_t thread) {
  if (thread >= first_of_thread_.size() || first_of_thread_[thread] < 0) return;
  auto index = static_cast<size_t>(first_of_thread_[thread]);
  int32_t next = next_of_thread_[index];
  taken_[index] = 1;
  left_--;
  first_of_thread_[thread] = next;
  first_clock_[thread] = next < 0 ? UINT32_MAX : positions_[static_cast<size_t>(next)] + 1;
}

void RaceSequence::initials(std::vector<uint16_t>& result) const {
  result.clear();
  for (int32_t i = 0; i <= last(); i++) {
    uint16_t thread = path_->thread(positions_[static_cast<size_t>(i)]);
    if (first_of_thread_[thread] == i && is_independent(i)) result.push_back(thread);
  }
}

void RaceSequence::needed_for(std::vector<int32_t>& wanted, std::vector<int32_t>& needed) const {
  wanted.push_back(last());
  std::ranges::sort(wanted);
  needed.clear();
  wanted_clock_.assign(path_->clock_width(), 0);
  size_t rest = wanted.size();
  for (int32_t i = last(); i >= 0; i--) {
    while (rest > 0 && wanted[rest - 1] > i) rest--;
    bool is_wanted = rest > 0 && wanted[rest - 1] == i;
    model::Position position = positions_[static_cast<size_t>(i)];
    uint16_t thread = path_->thread(position);
    if (taken_[static_cast<size_t>(i)] || (!is_wanted && wanted_clock_[thread] <= position)) continue;
    needed.push_back(i);
    const uint32_t* own = clock(i);
    for (size_t t = 0; t < wanted_clock_.size(); t++) wanted_clock_[t] = std::max(wanted_clock_[t], own[t]);
    // A clock that was turned round need not know the thread's own past.
    wanted_clock_[thread] = std::max(wanted_clock_[thread], position);
  }
  std::ranges::reverse(needed);
}

Branch RaceSequence::branch(int32_t index) const {
  model::Position position = positions_[static_cast<size_t>(index)];
  Branch result(*path_, position);
  if (index < last()) return result;
  // With another past, the last one may do something else.
  result.known = false;
  // A waiter that overtakes its signal wakes by itself, and that does depend on the signal.
  Operation first = (*path_)[race_.first].head.operation;
  if (path_->footprints(position).front().operation == Operation::CondWake &&
      (first == Operation::CondSignal || first == Operation::CondBroadcast)) {
    auto footprints = path_->footprints(position);
    std::vector<Footprint> marked(footprints.begin(), footprints.end());
    marked.front().flags |= kEventSpurious;
    result.set_footprints(marked);
  }
  return result;
}

}  // namespace selvage::explore
