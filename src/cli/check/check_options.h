// What the user asked `selvage check` for.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "campaign/points.h"
#include "campaign/race_candidates.h"
#include "check/property.h"
#include "cli/check/flow_options.h"
#include "cli/check/report_files.h"
#include "cli/cluster/cluster_options.h"
#include "cli/program/launch_options.h"
#include "cli/reductions/reductions.h"
#include "cli/terminal_detection.h"
#include "ltl/system.h"

namespace selvage::cli {

struct CheckOptions : LaunchOptions {
  static constexpr uint64_t kDefaultMaxSteps = 20'000;
  static constexpr const char* kDeepening = "deepening";  // src/explore/deepening.h
  CheckOptions() { max_steps = kDefaultMaxSteps; }

  std::optional<std::string> strategy;  // a name of explore::strategy_names() or sample::sampler_names()
  unsigned jobs = 0;                    // processes of the program at a time; 0: one for each core
  check::PropertySet properties = check::PropertySet::standard();
  bool keep_going = false;
  std::optional<Sharing> sharing;
  campaign::Points points = campaign::Points::All;  // where threads can be switched
  // Preemption points count only inside (outside) of these functions and what they call.
  std::vector<std::string> within, without;
  // With fewer points than all: places (file.c:12) whose plain accesses are points as well.
  std::vector<std::string> point_places;
  // Of a campaign: which race candidates become preemption points.
  std::set<campaign::Precedence> race_candidates = {campaign::Precedence::HappensBefore,
                                                    campaign::Precedence::LimitedHappensBefore};
  AskedReductions reductions;       // what was said about them
  bool no_reductions = false;       // not even what the strategy does: each operation is a step
  bool explain_reductions = false;  // search again without each, and say what it saved
  bool audit = false;               // contradict what was verified, by other means

  uint64_t max_executions = 0;  // 0: no limit
  double max_seconds = 0;       // 0: no limit
  uint64_t max_memory = 0;      // of everything together, in bytes; 0: half of the machine's
  double seconds_spent = 0;     // of max_seconds, by searches that gave way to this one
  bool has_budget = false;      // max_seconds is to be spent as well as possible
  std::string campaign_folder;  // where a campaign is written down; empty: nowhere
  std::optional<uint64_t> preemptions;
  std::optional<uint64_t> delays;
  std::optional<uint64_t> seed;
  std::optional<uint32_t> depth;  // of bugs, for --strategy pct

  std::vector<std::string> formulas;  // temporal properties
  bool has_own_formulas = false;      // the program's code has some, too
  bool has_formulas() const { return has_own_formulas || !formulas.empty(); }
  std::vector<std::string> atoms;  // what they speak of: "name: condition"
  ltl::Fairness fairness = ltl::Fairness::Strong;
  bool explain_ltl = false, explain_ltl_dot = false;
  FlowOptions flow;               // information flow
  bool properties_given = false;  // by --check

  double minimise_seconds = 1;  // for all findings together; 0: they are shown as they were found

  std::string save_file;        // schedules of findings; empty: by the program's name
  std::string checkpoint_file;  // empty: only an interruption writes one, by the program's name
  std::string resume_file;
  ReportFiles report_files;
  ClusterOptions cluster;          // other machines that take part
  std::vector<std::string> words;  // the command line, for those
  std::vector<std::string> suppression_files;
  bool verbose = false;
  std::optional<Colour> colour;   // empty: as the terminal has it
  std::optional<unsigned> width;  // of the report

  static constexpr const char* kStates = "states";
  // Temporal properties alone, on the graph of states.
  bool explores_states() const { return strategy == kStates; }
  // Executions are drawn, by the strategy.
  bool is_random() const;
  // A bound cuts away interleavings that other reductions count on.
  bool is_campaign() const {
    return has_budget && !strategy && !preemptions && !delays && points == campaign::Points::All;
  }
  // A search of everything that leaves open how it is done: executions are drawn beside it (drawing_beside.h). Formulas and
  // information flow are about all executions, and bounds and points leave some out.
  bool draws_beside() const;
  bool looks_for(campaign::Precedence precedence) const { return race_candidates.contains(precedence); }
  // Not every place is a preemption point where the order of threads could matter.
  bool restricts_points() const { return points != campaign::Points::All || !within.empty() || !without.empty(); }
  // With few scheduling points what a step does depends on others, and source sets go on where orders cannot be followed.
  std::string effective_strategy() const;
  bool is_deepening() const { return effective_strategy() == kDeepening; }
  // The uniform draw does not depend on what was executed before.
  Sharing effective_sharing() const;
  // A complete search, and how it is done was left open: whatever preserves what is checked makes it shorter.
  bool leaves_reductions_open() const;
  // Whether a reduction is used.
  bool uses(Reduction reduction) const;
  unsigned workers() const;
};

// Empty, or why the reduction cannot be used in this check.
// All that options ask for, or leave open and are possible.
std::vector<Reduction> reductions_used(const CheckOptions& options);

std::string obstacle(const CheckOptions& options, Reduction reduction);

Configuration make_configuration(const CheckOptions& options);

// What CLI11 cannot check by itself: the program, and options that contradict each other. Throws Error (usage).
void check_options(const CheckOptions& options);

// The options that shape the search, as words of a command line: searches of one program with the same text are the same
// search. Budgets and the number of workers are not among them.
std::string search_text(const CheckOptions& options);

// The command line that goes on from a checkpoint.
std::string resume_command(const CheckOptions& options, const std::string& checkpoint);

}  // namespace selvage::cli
