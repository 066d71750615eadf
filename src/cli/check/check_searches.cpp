// The kinds of search of a check: of everything, by cost, of the graph of states, by drawing.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/check/check_session.h"
#include "cli/check/diagnosis.h"
#include "cli/check/search_watch.h"
#include "cli/check/state_graph.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/program/lost_execution.h"
#include "cli/program/program_foresight.h"
#include "cli/program/self_check.h"
#include "cli/reductions/search_reductions.h"
#include "cli/text.h"
#include "contract/argument_blocks.h"
#include "explore/deepening.h"
#include "explore/search.h"
#include "explore/sections.h"
#include "explore/strategy.h"
#include "sample/sampler.h"

namespace selvage::cli {
namespace {

using explore::End;
using target::Error;
using target::ExitCode;
using Clock = std::chrono::steady_clock;

// Of the time of a search, for telling how much of it is left.
constexpr double kLookAhead = 0.03;

// Executions between two that are drawn twice and compared.
constexpr uint64_t kSelfCheckDistance = 1000;

std::optional<Clock::time_point> deadline_of(const CheckOptions& options) {
  if (options.max_seconds == 0) return std::nullopt;
  double left = std::max(options.max_seconds - options.seconds_spent, 0.0);
  return after(left);
}

// The first steps of a path after which no continuation can make the formula hold, if there are such.
std::optional<size_t> lost_after(const ltl::System& system, const ltl::SystemPath& path, const ltl::Automaton& holds) {
  ltl::StateSet states = ltl::step(holds, ltl::first_states(holds), system.nodes[0].letter);
  if (ltl::is_empty(states)) return 0;
  size_t steps = 0;
  for (const auto* edges : {&path.stem, &path.loop})
    for (const ltl::SystemEdge& edge : *edges) {
      states = ltl::step(holds, states, system.nodes[edge.to].letter);
      ++steps;
      if (ltl::is_empty(states)) return steps;
    }
  return std::nullopt;
}

}  // namespace

// For the progress line.
std::string CheckSession::drawn_text() const {
  if (!drawing_ || drawing_->executions() == 0) return "";
  return fmt::format(", {} drawn", grouped(drawing_->executions()));
}

void CheckSession::explore(Examination& examination, CheckResult& result) {
  std::vector<explore::Target*> targets;
  for (auto& program : programs_) {
    explored_.push_back(std::make_unique<ExploredProgram>(*program, &agreement_, stacks()));
    targets.push_back(explored_.back().get());
    if (!options_.preemptions) continue;
    bounded_.push_back(std::make_unique<PreemptionBound>(*targets.back(), *options_.preemptions));
    targets.back() = bounded_.back().get();
  }
  explore::SearchOptions search_options;
  search_options.max_executions = options_.max_executions;
  search_options.deadline = deadline_of(options_);
  search_options.interrupted = &interrupted();
  search_options.stop = &launcher_.limits().stop();
  search_options.keeps_state = false;
  search_options.resume = resumed_.search;
  use_reductions(options_, names_->modules.program(), search_options);

  Progress progress(options_.quiet);
  if (progress.is_shown()) search_options.look_ahead = kLookAhead;
  SearchWatch watch(examination, shared_);
  search_options.on_progress = [&](const explore::Progress& state) {
    watch.look([&] {
      double seconds = progress.seconds();
      if (progress.due())
        progress.show(progress_text(state.executions, examination.findings().size(), seconds) + left_text(state) +
                      drawn_text());
    });
  };
  if (drawing_) {
    drawing_->begin(search_options.deadline);
    search_options.beside = [&] { return drawing_->draw(); };
  }
  if (!options_.checkpoint_file.empty()) {
    search_options.on_checkpoint = [&](std::string state) {
      Clock::time_point now = Clock::now();
      write_checkpoint(options_.checkpoint_file, checkpoint(examination, std::move(state)));
      return checkpoint_distance(Clock::now() - now);
    };
  }
  search_options.on_early_end = [&](End why, const std::string& state) {
    if (why == End::Interrupted) write_interrupted(examination, state, result);
  };
  std::optional<ProgramForesight> foresight;
  if (options_.uses(Reduction::RaceFreeSubspaces)) foresight.emplace(names_->modules.program());
  auto strategy =
      foresight ? explore::make_race_free_subspaces(*foresight) : explore::make_strategy(options_.effective_strategy());
  // A program without threads has one execution, however it was to be drawn or divided.
  if (!strategy) strategy = explore::make_strategy("optimal");
  explore::SearchResult found = explore::search(*strategy, targets, search_options, watch, shared_);
  progress.clear();
  if (!found.resumed)
    throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
  take_search(found, result);
  if (drawing_ && found.end == End::Complete && examination.counts().of(Outcome::StepLimit) != 0 &&
      (options_.keep_going || examination.findings().empty()))
    drawing_->draw_behind_cuts();
  for (const auto& bound : bounded_) result.preemption_cuts += bound->left_out();
  judge_end(examination, found, result);
}

void CheckSession::take_search(const explore::SearchResult& found, CheckResult& result) {
  shared_ = found.shared;
  result.end = found.end;
  result.transitions = found.counts.transitions;
  bool is_optimal = options_.effective_strategy() == "optimal";
  result.gave_way_to_source = is_optimal && explore::calls_for_source(shared_);
  result.blocks_differ = std::ranges::find(shared_, explore::kBlocksDiffer) != shared_.end();
  if (is_optimal && !result.gave_way_to_source) result.unfollowed = found.counts.infeasible;
  result.restarts = resumed_.restarts + found.restarts;
  result.orders = found.orders;
  result.all_orders = found.all_orders;
}

// A program that went another way may have lost its record on the way.
void CheckSession::judge_end(Examination& examination, const explore::SearchResult& found, CheckResult& result) {
  if (found.end != End::NotDeterministic) return;
  look_for_lost(examination, found.suspect);
  if (examination.findings().empty())
    throw Diagnoser(launcher_, options_, {shared_, agreement_.paths(), {}, {}, {}})
        .not_deterministic(found.suspect, *names_);
  result.end = End::Stopped;
}

void CheckSession::deepen(Examination& examination, CheckResult& result) {
  std::vector<explore::Target*> targets;
  for (auto& program : programs_) {
    explored_.push_back(std::make_unique<ExploredProgram>(*program, &agreement_, stacks()));
    targets.push_back(explored_.back().get());
  }
  explore::DeepeningOptions options;
  options.measure = options_.delays ? explore::Measure::Delays : explore::Measure::Preemptions;
  options.most = options_.delays.value_or(options_.preemptions.value_or(UINT64_MAX));
  options.max_executions = options_.max_executions;
  options.deadline = deadline_of(options_);
  options.interrupted = &interrupted();
  options.stop = &launcher_.limits().stop();
  options.keeps_state = false;
  options.resume = resumed_.search;
  Progress progress(options_.quiet);
  SearchWatch watch(examination, shared_);
  options.on_progress = [&](const explore::Progress& state) {
    if (progress.due()) progress.show(progress_text(state.executions, 0, progress.seconds()));
  };
  explore::DeepeningResult found = explore::deepen(targets, options, watch, shared_);
  progress.clear();
  if (!found.resumed)
    throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
  shared_ = found.shared;
  result.end = found.end;
  result.transitions = found.counts.transitions;
  result.restarts = resumed_.restarts + found.restarts;
  result.preemption_cuts = found.left_out;
  if (found.explored_below != 0) result.explored_cost = std::min(found.explored_below - 1, options.most);
  if (found.end == End::Interrupted) write_interrupted(examination, found.state, result);
  judge_end(examination, found, result);
}

void CheckSession::explore_graph(Examination& examination, CheckResult& result) {
  Progress progress(options_.quiet);
  std::optional<Clock::time_point> deadline = deadline_of(options_);
  shared_.insert(shared_.end(), {kManyRounds, kEveryState});
  StateGraph graph = explore_states(*programs_.front(), shared_, [&](size_t states) {
    if (progress.due()) progress.show(fmt::format("{} states", states));
    return !interrupted() && !launcher_.limits().is_reached() && (!deadline || Clock::now() < *deadline) &&
           (options_.max_executions == 0 || states < options_.max_executions);
  });
  progress.clear();
  if (!graph.unmodelled.empty()) throw Error(ExitCode::CannotStart, graph.unmodelled + ".");
  shared_ = graph.shared;
  agreement_.settle(*programs_.front());
  bool is_late = deadline && Clock::now() >= *deadline;
  End stop = launcher_.limits().stop();
  result.end = interrupted()                                 ? End::Interrupted
               : stop != End::Complete && !graph.is_complete ? stop
               : graph.is_complete                           ? End::Complete
               : is_late                                     ? End::TimeLimit
                                                             : End::ExecutionLimit;
  result.transitions = graph.steps;
  result.restarts = graph.restarts;
  result.states = graph.system.nodes.size();
  result.states_cut = graph.has_cuts;
  for (uint32_t i = 0; i < temporal_.properties.size(); ++i) {
    auto path = ltl::find_accepted(graph.system, temporal_.properties[i].violation, options_.fairness);
    if (!path) continue;
    check::Finding finding{.kind = check::FindingKind::Temporal, .identity = i + 1};
    std::optional<size_t> lost = lost_after(graph.system, *path, temporal_.properties[i].holds);
    for (const auto* edges : {&path->stem, &path->loop})
      for (const ltl::SystemEdge& edge : *edges) finding.schedule.push_back({edge.thread, edge.alternative});
    finding.loop_steps = lost ? 0 : static_cast<uint32_t>(path->loop.size());
    if (lost && *lost < finding.schedule.size()) {
      finding.schedule.resize(*lost);
      finding.is_cut = true;
    }
    finding.is_cut |= finding.loop_steps > 0;
    uint32_t last = path->stem.empty() ? 0 : path->stem.back().to;
    finding.outcome = finding.is_cut ? Outcome::PrefixDone : graph.outcomes[last];
    finding.shared_count = shared_.size();
    finding.execution = 1;
    examination.add(std::move(finding));
    if (!options_.keep_going) break;
  }
}

void CheckSession::look_for_lost(Examination& examination, const std::vector<Step>& suspect) const {
  std::optional<check::Finding> finding = find_lost(explored_, suspect, options_.properties);
  if (!finding) return;
  finding->shared_count = shared_.size();
  finding->execution = examination.counts().executions + 1;
  examination.add(std::move(*finding));
}

void CheckSession::sample(Examination& examination, CheckResult& result) {
  std::vector<target::ProgramTarget*> programs;
  for (auto& program : programs_) programs.push_back(program.get());
  std::unique_ptr<sample::Sampler> sampler = make_sampler(options_);
  sample::Coverage coverage;
  Sampling state{*sampler, coverage, shared_, {}, {}};
  SamplingOptions sampling;
  sampling.stacks = stacks();
  sampling.max_executions = options_.max_executions;
  sampling.deadline = deadline_of(options_);
  sampling.stop = &launcher_.limits().stop();
  if (!resumed_.search.empty()) {
    std::optional<uint64_t> next = restore_sampling(state, resumed_.search);
    if (!next)
      throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
    sampling.first = *next;
  }

  Progress progress(options_.quiet);
  CheckpointClock clock;
  uint64_t next_self_check = sampling.first;
  SamplingResult sampled = cli::sample(programs, sampling, state, agreement_, examination, [&](uint64_t next) {
    if (next > next_self_check) {
      draw_twice(*programs_.front(), sampler->draw(next - 1), next - 1, *names_);
      next_self_check = next + kSelfCheckDistance;
    }
    if (progress.due())
      progress.show(progress_text(examination.counts().executions, examination.findings().size(), progress.seconds()) +
                    fmt::format(", nothing new in the last {}", grouped(coverage.without_news())));
    if (options_.checkpoint_file.empty()) return;
    clock.tick(
        [&] { write_checkpoint(options_.checkpoint_file, checkpoint(examination, save_sampling(state, next))); });
  });
  progress.clear();
  unrecorded_ = state.unrecorded;
  result.end = sampled.end;
  result.transitions = examination.counts().transitions;
  result.sampled.push_back(sampled_part(options_.effective_strategy(), options_.seed.value_or(0), *sampler, coverage));
  if (sampled.end == End::Interrupted) write_interrupted(examination, save_sampling(state, sampled.next), result);
}

}  // namespace selvage::cli
