#include "explore/sounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace selvage::explore {

// Tasks need not be copied but for those that are drawn.
void Sounding::begin(std::span<const DerivedTask> tasks) {
  struct Drawn {
    const DerivedTask* task = nullptr;
    double weight = 0;
  };
  std::map<Stratum, Drawn> drawn;
  for (const DerivedTask& task : tasks) {
    Drawn& one = drawn[stratum_of(task)];
    one.weight++;
    if (std::uniform_real_distribution<double>(0, one.weight)(random_) < 1) one.task = &task;
  }
  for (const auto& [stratum, one] : drawn) {
    Representative& representative = waiting_[stratum];
    representative.task = one.task->copy();
    representative.weight = one.weight;
  }
}

double Sounding::known_size() const {
  double size = size_;
  for (const auto& [stratum, one] : waiting_) size += one.weight;
  return size;
}

DerivedTask Sounding::take() {
  auto first = waiting_.begin();
  weight_ = first->second.weight;
  size_ += weight_;
  DerivedTask task = std::move(first->second.task);
  waiting_.erase(first);
  return task;
}

void Sounding::add_child(DerivedTask&& task) {
  auto [place, is_new] = waiting_.try_emplace(stratum_of(task));
  Representative& one = place->second;
  one.weight += weight_;
  if (is_new || std::uniform_real_distribution<double>(0, one.weight)(random_) < weight_) one.task = std::move(task);
}

void SoundingSums::add(double size) {
  ++count;
  sum += size;
  sum_of_squares += size * size;
}

double SoundingSums::error() const {
  if (count < 2) return std::numeric_limits<double>::infinity();
  auto number = static_cast<double>(count);
  double variance = std::max(sum_of_squares / number - mean() * mean(), 0.0);
  return std::sqrt(variance / (number - 1));
}

}  // namespace selvage::explore
