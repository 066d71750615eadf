// `selvage check --cluster`: the search begins here, and what is left after a moment is handed out to workers.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/check/check_session.h"
#include "cli/check/progress.h"
#include "cli/check/search_watch.h"
#include "cli/cluster/client_wait.h"
#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_program.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/reductions/search_reductions.h"
#include "explore/sections.h"
#include "explore/strategy.h"

namespace selvage::cli {

using explore::End;
using Clock = ClientClock;

void CheckSession::announce_run(const std::string& run) const {
  if (!options_.quiet) fmt::print(stderr, "selvage: run {}; should this end too early, say --attach {}.\n", run, run);
}

// False: it was over before there was anything to hand out.
bool CheckSession::open_on_cluster(Examination& examination, CheckResult& result) {
  Clock::time_point begin = Clock::now();
  std::vector<explore::Target*> targets;
  for (auto& program : programs_) {
    explored_.push_back(std::make_unique<ExploredProgram>(*program, &agreement_, stacks()));
    targets.push_back(explored_.back().get());
  }
  explore::SearchOptions search_options;
  search_options.deadline = after(seconds_of_opening(options_.cluster.slice));
  search_options.interrupted = search_options.ended = &interrupted();
  search_options.stop = &launcher_.limits().stop();
  search_options.is_divided = true;
  use_reductions(options_, names_->modules.program(), search_options);
  Examination opening = examination.split();
  opening.go_on_with(shared_.size());
  SearchWatch watch(opening, shared_);
  auto strategy = explore::make_strategy(options_.effective_strategy());
  explore::SearchResult found = explore::search(*strategy, targets, search_options, watch, shared_);
  double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  PartResult part = part_of(found, opening, shared_.size(), seconds);
  // What ends the opening is what there is to hand out, or a limit of the whole command.
  if (found.end != End::TimeLimit || launcher_.limits().is_reached()) {
    join(examination, part);
    take_search(found, result);
    if (found.end == End::Interrupted) write_interrupted(examination, found.state, result);
    judge_end(examination, found, result);
    return false;
  }
  shared_ = found.shared;
  cluster_->create();
  announce_run(cluster_->run());
  bool is_divided = options_.effective_strategy() == "optimal" && !explore::calls_for_source(shared_);
  if (!is_divided && !options_.quiet)
    fmt::print(stderr, "selvage: this search cannot be divided: one worker at a time explores it.\n");
  RunDescription description =
      describe_program(cluster_->broker(), cluster_->run(), options_, launcher_, *programs_.front());
  description.identity = identity_of(options_);
  description.started = result.started;
  description.first_execution = hash_of_first_execution(*explored_.front(), shared_);
  cluster_->begin(description, shared_, agreement_.paths(), std::move(part), found.state);
  return true;
}

void CheckSession::explore_on_cluster(Examination& examination, CheckResult& result) {
  ClusterSearch::Watch watch;
  if (options_.max_seconds != 0) watch.deadline = after(launcher_.limits().seconds_left());
  cluster_ = std::make_unique<ClusterSearch>(connect_to(options_.cluster), options_.keep_going,
                                             options_.uses(Reduction::CommutingOperations));
  if (!options_.cluster.attach.empty()) {
    cluster_->attach(options_.cluster.attach, {program_hash_, identity_of(options_), 0});
  } else if (!open_on_cluster(examination, result)) {
    return;
  }
  Progress progress(options_.quiet);
  cluster_->tell([&](const std::string& sentence) {
    progress.clear();
    fmt::print(stderr, "selvage: {}\n", sentence);
  });
  watch.on_progress = [&](const ClusterProgress& state) {
    if (!progress.due()) return;
    double seconds = progress.seconds();
    progress.show(progress_text(state.executions, examination.findings().size(), seconds) +
                  share_text(state.share_done, seconds));
  };
  explore::SearchResult found = cluster_->collect(examination, watch);
  progress.clear();
  agreement_.start_with(cluster_->threads());
  result.waiting_loops = cluster_->waiting_loops();
  result.unrepeated_ends = cluster_->unrepeated_ends();
  take_search(found, result);
  judge_end(examination, found, result);
}

}  // namespace selvage::cli
