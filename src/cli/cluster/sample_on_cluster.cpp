// `selvage check --cluster --strategy pct`, or another strategy that draws: the first rounds are executed here, and what is
// left after a moment is handed out to workers.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/check/check_session.h"
#include "cli/check/progress.h"
#include "cli/check/sampled_part.h"
#include "cli/check/search_watch.h"
#include "cli/cluster/client_wait.h"
#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_program.h"
#include "cli/cluster/cluster_run.h"
#include "cli/cluster/cluster_sampling.h"
#include "cli/deadline.h"
#include "cli/text.h"

namespace selvage::cli {
namespace {

using explore::End;
using Clock = ClientClock;

template <typename Saved>
std::string saved(const Saved& value) {
  explore::SavedWriter writer;
  value.save(writer);
  return writer.take();
}

// Of two that differ in this the results do.
std::string identity_with_limit(const CheckOptions& options) {
  return identity_of(options) +
         (options.max_executions == 0 ? "" : fmt::format(" --max-executions {}", options.max_executions));
}

}  // namespace

// What the first rounds came to; nothing: they were all.
std::optional<SamplingState> CheckSession::open_sampling(Sampling& state, Examination& examination, End& end) {
  std::vector<target::ProgramTarget*> programs;
  for (auto& program : programs_) programs.push_back(program.get());
  SamplingOptions sampling;
  sampling.stacks = stacks();
  sampling.max_executions = options_.max_executions;
  sampling.deadline = after(seconds_of_opening(options_.cluster.slice));
  sampling.stop = &launcher_.limits().stop();
  sampling.whole_rounds = true;
  Clock::time_point begin = Clock::now();
  Examination opening = examination.split();
  opening.go_on_with(shared_.size());
  bool is_checked = false;
  SamplingResult sampled = cli::sample(programs, sampling, state, agreement_, opening, [&](uint64_t next) {
    if (!is_checked) draw_twice(*programs_.front(), state.sampler.draw(next - 1), next - 1, *names_);
    is_checked = true;
  });
  end = sampled.end;
  double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  PartResult part = part_of(explore::SearchResult{}, opening, 0, seconds);
  if (sampled.end != End::TimeLimit || launcher_.limits().is_reached()) {
    join(examination, part);
    return std::nullopt;
  }
  return SamplingState{.first = sampled.next,
                       .shared = state.shared,
                       .sampler = saved(state.sampler),
                       .coverage = saved(state.coverage),
                       .opening = std::move(part),
                       .unrecorded = state.unrecorded};
}

void CheckSession::sample_on_cluster(Examination& examination, CheckResult& result) {
  std::optional<Clock::time_point> deadline;
  if (options_.max_seconds != 0) deadline = after(launcher_.limits().seconds_left());
  std::unique_ptr<sample::Sampler> sampler = make_sampler(options_);
  sample::Coverage coverage;
  Sampling state{*sampler, coverage, shared_, {}, {}};
  std::unique_ptr<cluster::Broker> broker = connect_to(options_.cluster);
  std::string run = options_.cluster.attach;
  std::optional<SamplingState> opening;
  std::optional<RunDescription> attached;
  if (!run.empty()) {
    attached = description_to_attach_to(*broker, run, {program_hash_, identity_with_limit(options_), 0});
  } else {
    opening = open_sampling(state, examination, result.end);
  }
  if (attached || opening) {
    ClusterSampling::Settings settings{.max_executions = options_.max_executions,
                                       .keep_going = options_.keep_going,
                                       .slice = options_.cluster.slice,
                                       .make_sampler = [&](bool is_part) { return make_sampler(options_, is_part); }};
    if (!attached) run = new_id().substr(0, 12);
    ClusterSampling cluster(*broker, run, settings, state, examination);
    if (attached) {
      cluster.attach(*attached);
    } else {
      broker->create(run);
      announce_run(run);
      RunDescription description = describe_program(*broker, run, options_, launcher_, *programs_.front());
      description.identity = identity_with_limit(options_);
      description.started = result.started;
      description.has_samples = true;
      ExploredProgram first(*programs_.front(), &agreement_, stacks());
      description.first_execution = hash_of_first_execution(first, opening->shared);
      cluster.begin(description, agreement_.paths(), *opening);
    }
    // Everything is read from the log, the beginning as well.
    state.found.clear();
    Progress progress(options_.quiet);
    ClusterSampling::Watch watch{
        .deadline = deadline,
        .on_progress =
            [&] {
              if (!progress.due()) return;
              progress.show(
                  progress_text(examination.counts().executions, examination.findings().size(), progress.seconds()) +
                  fmt::format(", nothing new in the last {}", grouped(coverage.without_news())));
            },
        .notice =
            [&](const std::string& sentence) {
              progress.clear();
              fmt::print(stderr, "selvage: {}\n", sentence);
            }};
    result.end = cluster.collect(watch);
    progress.clear();
    agreement_.start_with(cluster.threads());
  }
  unrecorded_ = state.unrecorded;
  result.transitions = examination.counts().transitions;
  result.sampled.push_back(sampled_part(options_.effective_strategy(), options_.seed.value_or(0), *sampler, coverage));
}

}  // namespace selvage::cli
