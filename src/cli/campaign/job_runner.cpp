#include "cli/campaign/job_runner.h"

#include <algorithm>
#include <iterator>

#include "cli/campaign/candidate_watch.h"
#include "cli/check/search_watch.h"
#include "cli/interrupt.h"
#include "explore/estimate.h"
#include "explore/strategy.h"

namespace selvage::cli {
namespace {

// A thread that waits by reading memory runs for ever where that is no point. That is no finding: it need not be waited for.
constexpr double kPatience = 1;
// For the estimate of its size: so many executions, and so much of the first slice, at most.
constexpr uint64_t kMostSounded = 1000;
constexpr int kSoundedPart = 5;
constexpr double kMostError = 0.5;  // of the estimate

}  // namespace

CheckOptions options_at(const CheckOptions& options, campaign::Points points) {
  CheckOptions result = options;
  result.points = points;
  // A race is known by what orders its accesses, as far as they are steps of their own.
  if (points != campaign::Points::All) result.properties.erase(check::Property::Race);
  return result;
}

JobRunner::JobRunner(const Tools& tools, const campaign::Job& job, const std::vector<SharedLocation>& shared,
                     size_t workers)
    : tools_(tools),
      options_(options_at(tools.options, job.set.points)),
      state_(job.state),
      shared_(job.shared.empty() ? campaign::entries_of(job.set) : job.shared),
      journal_(tools.journal, job.set.points, shared_, tools.agreement),
      examination_(options_.properties, options_.keep_going, tools.judge) {
  if (job.state.empty())
    std::ranges::copy_if(shared, std::back_inserter(shared_), [&](SharedLocation entry) {
      return std::ranges::find(job.shared, entry) == job.shared.end();
    });
  examination_.go_on_with(shared_.size());
  examination_.tell(&journal_);
  Configuration configuration = make_configuration(options_);
  for (size_t i = 0; i < workers; ++i) {
    programs_.push_back(tools_.launcher.make_target(configuration, std::min(options_.watchdog_seconds, kPatience)));
    programs_.back()->thread_paths().adopt(tools_.agreement.paths());
  }
}

void JobRunner::run(std::chrono::steady_clock::time_point deadline) {
  auto begin = std::chrono::steady_clock::now();
  try {
    explore(deadline);
  } catch (...) {
    failure_ = std::current_exception();
  }
  result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void JobRunner::explore(std::chrono::steady_clock::time_point deadline) {
  std::vector<std::unique_ptr<ExploredProgram>> explored;
  std::vector<explore::Target*> targets;
  for (auto& program : programs_) {
    program->start();
    explored.push_back(std::make_unique<ExploredProgram>(*program, &tools_.agreement, tools_.stacks));
    explored.back()->keep_places();
    targets.push_back(explored.back().get());
  }
  explore::SearchOptions options;
  options.deadline = deadline;
  options.interrupted = &interrupted();
  options.stop = &tools_.launcher.limits().stop();
  options.resume = state_;
  SearchWatch watch(examination_, shared_);
  CandidateWatch candidates(watch, {.by_happens_before = true,
                                    .by_limited = options_.looks_for(campaign::Precedence::LimitedHappensBefore),
                                    .free_is_last = options_.properties.contains(check::Property::Memory)});
  result_.search.end = explore::End::Stopped;
  result_.search.shared = shared_;
  bool goes_on = !state_.empty() || sound(*targets.front(), candidates, deadline);
  // With few scheduling points what a step does depends on others: source sets go on where orders cannot be followed.
  auto strategy = explore::make_strategy("source");
  if (goes_on) result_.search = explore::search(*strategy, targets, options, candidates, shared_);
  result_.candidates = candidates.candidates();
  for (auto& program : programs_) program->stop();
}

// An optimal search of the same points is as large as one with source sets, apart from what sleep sets cut short.
bool JobRunner::sound(explore::Target& target, explore::Observer& observer,
                      std::chrono::steady_clock::time_point deadline) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point end = Clock::now() + (deadline - Clock::now()) / kSoundedPart;
  target.share(shared_);
  auto goes_on = [&] { return Clock::now() < end && !interrupted() && !tools_.launcher.limits().is_reached(); };
  explore::SizeEstimate found = explore::estimate_size(target, kMostSounded, 0, observer, goes_on, nullptr,
                                                       &tools_.launcher.limits().stop(), &interrupted());
  if (found.end == explore::End::Stopped) return false;
  bool is_reliable = found.soundings > 1 && found.error < kMostError * found.executions;
  if (is_reliable && found.end == explore::End::Complete) result_.size = found.executions;
  return true;
}

JobRunner::Result JobRunner::take() {
  if (failure_) std::rethrow_exception(failure_);
  return std::move(result_);
}

}  // namespace selvage::cli
