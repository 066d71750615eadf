#include "explore/sounding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace selvage::explore {

Sounding::Stratum Sounding::stratum_of(const DerivedTask& task, uint32_t grain) {
  uint32_t thread = task.own_count == 0 ? 0 : task.own[0].thread + 1u;
  uint32_t needed = task.has_reversal() ? task.reversal.head - task.reversal.begin : 0;
  return {task.level, task.departure() / grain, thread, needed / grain};
}

// Tasks need not be copied but for those that are drawn.
std::vector<DrawnTask> Sounding::draw(std::span<const DerivedTask> tasks, std::mt19937_64& random, uint32_t grain) {
  struct Drawn {
    const DerivedTask* task = nullptr;
    double weight = 0;
  };
  std::map<Stratum, Drawn> drawn;
  for (const DerivedTask& task : tasks) {
    Drawn& one = drawn[stratum_of(task, grain)];
    one.weight++;
    if (std::uniform_real_distribution<double>(0, one.weight)(random) < 1) one.task = &task;
  }
  std::vector<DrawnTask> copies;
  for (const auto& [stratum, one] : drawn) {
    copies.push_back({one.task->copy(), one.weight});
    if (one.task->origin) one.task->origin->hand_out();
  }
  return copies;
}

void Sounding::begin(std::vector<DrawnTask>&& tasks) {
  for (DrawnTask& one : tasks) add(std::move(one.task), one.weight);
}

double Sounding::known_size() const {
  double size = size_;
  for (const auto& [stratum, one] : waiting_) size += one.weight;
  return size;
}

std::vector<DerivedTask> Sounding::take(size_t most) {
  std::vector<DerivedTask> tasks;
  level_ = waiting_.begin()->first.level;
  while (tasks.size() < most && !waiting_.empty() && waiting_.begin()->first.level == level_) {
    Representative& first = waiting_.begin()->second;
    size_ += first.weight;
    tasks.push_back(std::move(first.task));
    tasks.back().weight = first.weight;
    waiting_.erase(waiting_.begin());
  }
  return tasks;
}

// Those that are derived from one execution share it, and have shares of its weight, of which one is kept for itself.
void Sounding::put(std::vector<DerivedTask>&& tasks) {
  std::unordered_map<const Origin*, double> children;
  for (const DerivedTask& task : tasks)
    if (task.level != level_) children[task.origin.get()]++;
  for (DerivedTask& task : tasks) {
    if (task.level == level_) {
      size_ -= task.weight;
      add(std::move(task), task.weight);
    } else {
      double weight = task.weight * (children[task.origin.get()] + 1);
      add(std::move(task), weight);
    }
  }
}

void Sounding::add(DerivedTask&& task, double weight) {
  auto [place, is_new] = waiting_.try_emplace(stratum_of(task));
  Representative& one = place->second;
  one.weight += weight;
  if (is_new || std::uniform_real_distribution<double>(0, one.weight)(random_) < weight) one.task = std::move(task);
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
