#include "explore/shared_soundings.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace selvage::explore {
namespace {

constexpr size_t kLeastSoundings = 3, kMostSoundings = 15;
constexpr size_t kOutOfRange = 6;  // one of so many to either side
constexpr double kMostRatio = 3;   // of what is told to what may be

}  // namespace

void RecentSizes::add(double done, double left) {
  sounded_.push_back({done, left});
  if (sounded_.size() > kMostSoundings) sounded_.pop_front();
}

std::optional<LeftRange> RecentSizes::left(double done) const {
  std::vector<double> lefts;
  for (const Sounded& one : sounded_)
    // Of one that is older, the error counts for more than what is left.
    if (2 * (done - one.done) <= one.left) lefts.push_back(one.left - (done - one.done));
  if (lefts.size() < kLeastSoundings) return std::nullopt;
  std::ranges::sort(lefts);
  double likely = lefts[lefts.size() / 2];
  double mean = std::accumulate(lefts.begin(), lefts.end(), 0.0) / static_cast<double>(lefts.size());
  size_t out = lefts.size() / kOutOfRange;
  double least = lefts[out], most = lefts[lefts.size() - 1 - out];
  if (likely <= 0 || mean > kMostRatio * likely || most > kMostRatio * kMostRatio * least) return std::nullopt;
  return LeftRange{least, likely, most};
}

unsigned SharedSoundings::join() {
  std::lock_guard lock(mutex_);
  parts_.emplace_back();
  return static_cast<unsigned>(parts_.size() - 1);
}

bool SharedSoundings::note_done(unsigned worker, uint64_t done) {
  std::lock_guard lock(mutex_);
  parts_[worker].done = done;
  return !parts_[worker].is_drawn && !is_taken_;
}

void SharedSoundings::draw(unsigned worker, std::vector<DrawnTask>&& tasks) {
  std::lock_guard lock(mutex_);
  parts_[worker].is_drawn = true;
  std::ranges::move(tasks, std::back_inserter(drawn_.tasks));
  drawn_.done = all_done();
}

std::optional<SharedSoundings::Drawn> SharedSoundings::take() {
  std::lock_guard lock(mutex_);
  if (is_taken_ || !std::ranges::all_of(parts_, &Part::is_drawn)) return std::nullopt;
  is_taken_ = true;
  return std::exchange(drawn_, {});
}

void SharedSoundings::add(const Drawn& drawn, double left) {
  std::lock_guard lock(mutex_);
  sizes_.add(static_cast<double>(drawn.done), left);
  is_taken_ = false;
  for (Part& part : parts_) part.is_drawn = false;
}

std::optional<LeftRange> SharedSoundings::left() const {
  std::lock_guard lock(mutex_);
  return sizes_.left(static_cast<double>(all_done()));
}

uint64_t SharedSoundings::all_done() const {
  uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.done;
  return sum;
}

}  // namespace selvage::explore
