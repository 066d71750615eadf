#include "explore/estimate.h"

#include <random>

#include "explore/course.h"
#include "explore/sounding.h"
#include "explore/task_pool.h"
#include "explore/task_worker.h"

namespace selvage::explore {

SizeEstimate estimate_size(Target& target, uint64_t executions, uint64_t seed, Observer& observer,
                           const std::function<bool()>& goes_on, const Guards* guards, const std::atomic<End>* stop,
                           const std::atomic<bool>* interrupted) {
  SizeEstimate result;
  std::mt19937_64 random(seed);
  TaskPool pool;
  Course course(0, stop, interrupted);
  Target* targets[] = {&target};
  TaskWorker worker(pool, target,
                    {.targets = targets, .batch = 1, .course = course, .observer = observer, .guards = guards});
  SoundingSums sums;
  double unfinished = 0;
  auto may_go_on = [&] { return result.executed < executions && !course.is_over() && (!goes_on || goes_on()); };
  while (may_go_on()) {
    Sounding sounding(random);
    sounding.begin();
    while (!sounding.is_over() && may_go_on()) {
      worker.set_only(sounding.take(1));
      if (!worker.run_batch()) course.finish(End::Interrupted);
      ++result.executed;
      sounding.put(worker.take_all());
    }
    if (!sounding.is_over()) {
      unfinished = sounding.known_size();
      break;
    }
    sums.add(sounding.size());
  }
  worker.join_observers();
  if (course.failure()) std::rethrow_exception(course.failure());
  result.end = course.end();
  result.found = course.found();
  result.soundings = sums.count;
  result.error = sums.error();
  // The tree is at least as large as what was seen of it.
  result.executions = sums.count == 0 ? unfinished : sums.mean();
  return result;
}

}  // namespace selvage::explore
