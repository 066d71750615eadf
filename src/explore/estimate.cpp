#include "explore/estimate.h"

#include <cmath>
#include <random>

#include "explore/course.h"
#include "explore/task_pool.h"
#include "explore/task_worker.h"

namespace selvage::explore {
namespace {

struct Drawn {
  size_t index;
  double probability;
};

// The earlier a task departs from the execution that it was derived from, the more there is behind it: on random programs
// the error is smallest where it is drawn in proportion to that.
Drawn draw(std::span<const Task> tasks, std::mt19937_64& random) {
  auto likelihood = [](const Task& task) {
    size_t departure = task.reversals.empty() ? task.steps.size() : task.reversals.back().begin;
    return 1 / static_cast<double>(departure + 1);
  };
  double sum = 0;
  for (const Task& task : tasks) sum += likelihood(task);
  double left = std::uniform_real_distribution<double>(0, sum)(random);
  size_t index = 0;
  for (; index + 1 < tasks.size() && left >= likelihood(tasks[index]); ++index) left -= likelihood(tasks[index]);
  return {index, likelihood(tasks[index]) / sum};
}

}  // namespace

SizeEstimate estimate_size(Target& target, uint64_t executions, uint64_t seed, Observer& observer,
                           const std::function<bool()>& goes_on) {
  SizeEstimate result;
  std::mt19937_64 random(seed);
  TaskPool pool;
  Course course(0);
  Target* targets[] = {&target};
  TaskWorker worker(pool, target, {.targets = targets, .batch = 1, .course = course, .observer = observer});
  double sum = 0, sum_of_squares = 0;
  while (result.executed < executions && !course.is_over() && (!goes_on || goes_on())) {
    worker.begin();
    double weight = 1, size = 0;
    while (worker.has_work() && !course.is_over()) {
      if (!worker.run_batch()) course.finish(End::Interrupted);
      worker.take_in();
      ++result.executed;
      size += weight;
      size_t children = worker.tasks().size();
      if (children == 0) break;
      Drawn drawn = draw(worker.tasks(), random);
      weight /= drawn.probability;
      worker.keep_only(drawn.index);
    }
    if (course.is_over()) break;
    ++result.walks;
    sum += size;
    sum_of_squares += size * size;
  }
  worker.join_observers();
  if (course.failure()) std::rethrow_exception(course.failure());
  result.end = course.end();
  result.found = course.found();
  if (result.walks == 0) return result;
  auto walks = static_cast<double>(result.walks);
  result.executions = sum / walks;
  double variance = std::max(sum_of_squares / walks - result.executions * result.executions, 0.0);
  result.error = std::sqrt(variance / walks);
  return result;
}

}  // namespace selvage::explore
