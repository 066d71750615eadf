#include "explore/outlook.h"

#include <algorithm>
#include <cmath>

#include "explore/task_worker.h"

namespace selvage::explore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLeastSoundings = 4;
constexpr double kMostError = 0.5;         // of what is left
constexpr size_t kStrata = 48;             // of a level, about
constexpr size_t kAtOnce = 32;             // handing over an execution alone costs more than the execution
constexpr double kErrorsToEitherSide = 2;  // of the range that is told

class Blind final : public Observer {
 public:
  bool on_execution(const model::Path&, size_t, const Execution&) override { return true; }
  std::unique_ptr<Observer> split() override { return std::make_unique<Blind>(); }
  void join(Observer&) override {}
};

// What soundings change must not reach the search.
Equipment for_soundings(const Equipment& equipment, Course& course, Observer& observer) {
  return {.targets = {},
          .batch = kAtOnce,
          .course = course,
          .observer = observer,
          .guards = equipment.guards,
          .sections = equipment.sections,
          .commuting = equipment.commuting,
          .learns = false};
}

}  // namespace

// The weight is that of what the soundings before this one left over, which it has no influence on: else low ones would count
// for more.
void WeightedSize::add(double done, double left) {
  double expected = count_ == 0 ? left : mean() - done;
  // More was done than there should have been: what came before was wrong.
  if (expected <= 0) {
    *this = {};
    expected = left;
  }
  expected = std::max(expected, 1.0);
  double weight = 1 / (expected * expected), size = done + left;
  ++count_;
  weights_ += weight;
  squared_weights_ += weight * weight;
  sum_ += weight * size;
  sum_of_squares_ += weight * size * size;
}

double WeightedSize::error() const {
  double variance = std::max(sum_of_squares_ / weights_ - mean() * mean(), 0.0);
  double effective = weights_ * weights_ / squared_weights_;
  return std::sqrt(variance / std::max(effective - 1, 1.0));
}

std::optional<LeftRange> WeightedSize::left(double done) const {
  if (count_ == 0 || weights_ * weights_ / squared_weights_ < kLeastSoundings) return std::nullopt;
  double likely = mean() - done;
  if (likely <= 0 || error() > kMostError * likely) return std::nullopt;
  double range = kErrorsToEitherSide * error();
  return LeftRange{std::max(likely - range, 0.0), likely, likely + range};
}

Outlook::Outlook(Target& target, const Equipment& equipment)
    : course_(Course::beside(equipment.course)),
      search_(equipment.course),
      blind_(std::make_unique<Blind>()),
      worker_(std::make_unique<TaskWorker>(pool_, target, for_soundings(equipment, course_, *blind_))) {}

Outlook::~Outlook() = default;

bool Outlook::step() {
  worker_->set_only(sounding_->take(kAtOnce));
  if (!worker_->run_batch()) return false;
  sounding_->put(worker_->take_all());
  return !course_.is_over() && !search_.is_over();
}

void Outlook::advance(std::span<const DerivedTask> tasks, uint64_t done, size_t length, std::chrono::nanoseconds time) {
  if (course_.is_over()) return;
  for (Clock::time_point end = Clock::now() + time; Clock::now() < end;) {
    if (!sounding_) {
      sounding_.emplace(random_, static_cast<uint32_t>(std::max<size_t>(1, length / kStrata)));
      sounding_->begin(tasks);
      begun_ = done;
    }
    while (!sounding_->is_over())
      if (!step() || Clock::now() >= end) return;
    size_.add(static_cast<double>(begun_), sounding_->size());
    sounding_.reset();
  }
}

}  // namespace selvage::explore
