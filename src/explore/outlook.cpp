#include "explore/outlook.h"

#include <algorithm>

#include "explore/task_worker.h"

namespace selvage::explore {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kStrata = 24;  // of departures, about
constexpr size_t kAtOnce = 32;  // handing over an execution alone costs more than the execution

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

Outlook::Outlook(Target& target, const Equipment& equipment, SharedSoundings& shared, unsigned number)
    : shared_(shared),
      number_(number),
      course_(Course::beside(equipment.course)),
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
  auto grain = static_cast<uint32_t>(std::max<size_t>(1, length / kStrata));
  if (shared_.note_done(number_, done)) shared_.draw(number_, Sounding::draw(tasks, random_, grain));
  for (Clock::time_point end = Clock::now() + time; Clock::now() < end;) {
    if (!sounding_) {
      std::optional<SharedSoundings::Drawn> drawn = shared_.take();
      if (!drawn) return;
      begun_ = drawn->done;
      sounding_.emplace(random_, grain);
      sounding_->begin(std::move(drawn->tasks));
    }
    while (!sounding_->is_over())
      if (!step() || Clock::now() >= end) return;
    shared_.add({{}, begun_}, sounding_->size());
    sounding_.reset();
  }
}

std::optional<LeftRange> Outlook::left() const { return number_ == 0 ? shared_.left() : LeftRange{}; }

}  // namespace selvage::explore
