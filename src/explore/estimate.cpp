#include "explore/estimate.h"

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "explore/course.h"
#include "explore/task_pool.h"
#include "explore/task_worker.h"

namespace selvage::explore {
namespace {

// Executions that are taken to be alike, in the order in which they are gone through: parents come before children.
struct Stratum {
  uint32_t level;
  uint32_t departure;
  auto operator<=>(const Stratum&) const = default;
};

struct Representative {
  Task task;
  double weight;  // executions that it stands for
};

uint32_t departure_of(const Task& task) {
  return static_cast<uint32_t>(task.reversals.empty() ? task.steps.size() : task.reversals.back().begin);
}

class Sounding {
 public:
  explicit Sounding(std::mt19937_64& random) : random_(random) {}

  void begin() { waiting_.emplace(Stratum{0, 0}, Representative{Task{}, 1}); }
  bool is_over() const { return waiting_.empty(); }
  double size() const { return size_; }
  // Executions that are derived but not done, as far as they are known.
  double known_size() const {
    double size = size_;
    for (const auto& [stratum, one] : waiting_) size += one.weight;
    return size;
  }

  Task take() {
    auto first = waiting_.begin();
    level_ = first->first.level;
    weight_ = first->second.weight;
    size_ += weight_;
    Task task = std::move(first->second.task);
    waiting_.erase(first);
    return task;
  }

  // Of the one that was taken last.
  void add_child(Task&& task) {
    Stratum stratum{level_ + 1, departure_of(task)};
    auto [place, is_new] = waiting_.try_emplace(stratum);
    Representative& one = place->second;
    one.weight = is_new ? weight_ : one.weight + weight_;
    if (is_new || std::uniform_real_distribution<double>(0, one.weight)(random_) < weight_) one.task = std::move(task);
  }

 private:
  std::mt19937_64& random_;
  std::map<Stratum, Representative> waiting_;
  uint32_t level_ = 0;
  double weight_ = 1;
  double size_ = 0;
};

}  // namespace

SizeEstimate estimate_size(Target& target, uint64_t executions, uint64_t seed, Observer& observer,
                           const std::function<bool()>& goes_on, const Guards* guards) {
  SizeEstimate result;
  std::mt19937_64 random(seed);
  TaskPool pool;
  Course course(0);
  Target* targets[] = {&target};
  TaskWorker worker(pool, target,
                    {.targets = targets, .batch = 1, .course = course, .observer = observer, .guards = guards});
  double sum = 0, sum_of_squares = 0, unfinished = 0;
  auto may_go_on = [&] { return result.executed < executions && !course.is_over() && (!goes_on || goes_on()); };
  while (may_go_on()) {
    Sounding sounding(random);
    sounding.begin();
    while (!sounding.is_over() && may_go_on()) {
      worker.set_only(sounding.take());
      if (!worker.run_batch()) course.finish(End::Interrupted);
      ++result.executed;
      for (Task& child : worker.take_all()) sounding.add_child(std::move(child));
    }
    if (!sounding.is_over()) {
      unfinished = sounding.known_size();
      break;
    }
    ++result.soundings;
    sum += sounding.size();
    sum_of_squares += sounding.size() * sounding.size();
  }
  worker.join_observers();
  if (course.failure()) std::rethrow_exception(course.failure());
  result.end = course.end();
  result.found = course.found();
  result.error = std::numeric_limits<double>::infinity();
  // The tree is at least as large as what was seen of it.
  result.executions = unfinished;
  if (result.soundings == 0) return result;
  auto count = static_cast<double>(result.soundings);
  result.executions = sum / count;
  double variance = std::max(sum_of_squares / count - result.executions * result.executions, 0.0);
  if (result.soundings > 1) result.error = std::sqrt(variance / (count - 1));
  return result;
}

}  // namespace selvage::explore
