// `selvage check` from the program to the verdict: starts as many processes of it as there are workers, explores or
// samples its interleavings, and executes again what went wrong.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "cli/campaign/campaign.h"
#include "cli/check/check_options.h"
#include "cli/check/check_result.h"
#include "cli/check/checkpoint.h"
#include "cli/check/drawing_beside.h"
#include "cli/check/examination.h"
#include "cli/check/information_flow.h"
#include "cli/check/sampling.h"
#include "cli/check/suppression_judge.h"
#include "cli/check/temporal_properties.h"
#include "cli/cluster/cluster_search.h"
#include "cli/cluster/sample_messages.h"
#include "cli/program/explored_program.h"
#include "cli/program/preemption_bound.h"
#include "cli/program/program_launcher.h"
#include "cli/program/thread_agreement.h"
#include "cli/show/names.h"
#include "target/program_target.h"

namespace selvage::cli {

// What a checkpoint, or a run on a cluster, must agree with.
std::string identity_of(const CheckOptions& options);

class CheckSession {
 public:
  // The launcher is the command's: whatever is searched again is the same program with the same input. Throws Error (usage)
  // if the suppressions cannot be read.
  CheckSession(const CheckOptions& options, ProgramLauncher& launcher)
      : options_(options),
        launcher_(launcher),
        flow_(options.flow),
        suppressions_(read_suppressions(options.suppression_files)) {}

  // Fills `result`, which is right as far as it goes also if this throws Error.
  void run(CheckResult& result);
  // The same after another session has come to its verdict: an interruption leaves nothing to go on from.
  void check_again(CheckResult& result);
  // The same without looking at what went wrong: only the numbers of `result` are filled.
  void count(CheckResult& result);

  // Before it runs: goes on with what another session has drawn.
  void go_on_drawing(std::string state) { drawn_before_ = std::move(state); }
  // Empty: nothing is drawn beside the search.
  std::string drawing_state() const { return drawing_ ? drawing_->save() : ""; }

  // Null before the program has been loaded.
  Names* names() { return names_.get(); }
  std::string short_name() const { return launcher_.short_name(); }

 private:
  friend class SearchWatch;

  StackTable* stacks() { return judge_ ? &judge_->stacks() : nullptr; }
  bool reduces_unseen_code() const;
  // False: a limit was reached before the program had started.
  bool prepare_in_time(CheckResult& result);
  void prepare();
  void take_limits(CheckResult& result);
  void prepare_atoms();
  void look_for(Examination& examination, CheckResult& result);
  void prepare_flow();
  void prepare_drawing();
  std::string drawn_text() const;
  void judge_flow(Examination& examination, CheckResult& result);
  void add_other_side(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number);
  void start_programs();
  void explore(Examination& examination, CheckResult& result);
  void take_search(const explore::SearchResult& found, CheckResult& result);
  void explore_on_cluster(Examination& examination, CheckResult& result);
  bool open_on_cluster(Examination& examination, CheckResult& result);
  void run_campaign(Examination& examination, CheckResult& result);
  void attach_campaign();
  void write_campaign(const Campaign& campaign, const Examination& examination, FindingJournal* journal);
  void diagnose_points(CheckResult& result);
  void diagnose_drawn(const Examination& examination, double minimise_seconds, CheckResult& result);
  bool execute_again(const check::Finding& finding, CheckResult& result,
                     const std::function<Diagnosis()>& by_shorter_way, const std::function<Diagnosis()>& as_found);
  bool is_first_interrupt();
  void reserve_time_for_files(const Diagnosis& diagnosis);
  void save_finding(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number);
  void deepen(Examination& examination, CheckResult& result);
  void judge_end(Examination& examination, const explore::SearchResult& found, CheckResult& result);
  void sample(Examination& examination, CheckResult& result);
  void sample_on_cluster(Examination& examination, CheckResult& result);
  std::optional<SamplingState> open_sampling(Sampling& state, Examination& examination, explore::End& end);
  void announce_run(const std::string& run) const;
  void explore_graph(Examination& examination, CheckResult& result);
  void look_for_lost(Examination& examination, const std::vector<Step>& suspect) const;
  void stop_programs(CheckResult& result);
  void diagnose(const Examination& examination, CheckResult& result);
  void diagnose_suppressed(Diagnoser& diagnoser, const Examination& examination, CheckResult& result);
  Checkpoint checkpoint(const Examination& examination, std::string search) const;
  void write_interrupted(const Examination& examination, std::string search, CheckResult& result) const;

  const CheckOptions& options_;
  ProgramLauncher& launcher_;
  InformationFlow flow_;
  std::unique_ptr<Names> names_;
  report::Suppressions suppressions_;
  std::unique_ptr<SuppressionJudge> judge_;  // null: nothing is suppressed
  TemporalProperties temporal_;
  ThreadAgreement agreement_;
  uint64_t program_hash_ = 0;
  bool writes_checkpoints_ = true;
  bool was_interrupted_ = false;  // while findings were executed again
  Checkpoint resumed_;
  std::vector<JournalEntry> journaled_;  // found after the campaign was last written down
  std::vector<SharedLocation> shared_;
  std::map<uint64_t, sample::Draw> unrecorded_;  // see Sampling
  std::vector<std::unique_ptr<target::ProgramTarget>> programs_;
  double start_seconds_ = 0;                // of the first of them
  std::unique_ptr<DrawingBeside> drawing_;  // null: nothing is drawn beside the search
  std::string drawn_before_;
  std::vector<std::unique_ptr<ExploredProgram>> explored_;
  std::vector<std::unique_ptr<PreemptionBound>> bounded_;
  std::vector<PointFinding> point_findings_;  // of a campaign
  std::vector<SuppressedElsewhere> suppressed_elsewhere_;
  std::optional<RunDescription> attached_;  // the campaign to go on with
  std::unique_ptr<ClusterSearch> cluster_;  // null: everything happens on this machine
};

}  // namespace selvage::cli
