#include "cli/check/check_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "atoms/positions.h"
#include "cli/check/information_flow.h"
#include "cli/text.h"
#include "contract/atoms.h"
#include "explore/strategy.h"
#include "sample/sampler.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using check::Property;
using target::Error;
using target::ExitCode;

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ExitCode::Usage, sentence); }

void check_random(const CheckOptions& options) {
  if (options.max_executions == 0 && options.max_seconds == 0)
    refuse(fmt::format("--strategy {} has no end of its own: say --max-executions or --max-time.", *options.strategy));
  if (options.strategy == "random" && options.sharing == Sharing::Dynamic)
    refuse("--strategy random draws at every access, so that a seed always means the same: leave --sharing out.");
}

void check_bounds(const CheckOptions& options) {
  const char* bound = options.preemptions ? "--preemptions" : "--delays";
  if (options.preemptions && options.delays)
    refuse("--preemptions and --delays measure interleavings in different ways: leave one out.");
  if (options.is_random())
    refuse(fmt::format("{} bounds a search that would otherwise be complete, and --strategy {} is not: leave one out.",
                       bound, *options.strategy));
  bool is_filter = options.preemptions && options.effective_strategy() == "dfs";
  if (!options.is_deepening() && !is_filter)
    refuse(
        fmt::format("{} cuts off interleavings that stand for others in --strategy {}, so that bugs within the bound "
                    "would be missed: leave --strategy out.",
                    bound, options.effective_strategy()));
}

}  // namespace

std::string obstacle(const CheckOptions& options, Reduction reduction) {
  if (options.has_formulas()) return "what it leaves out may be what a formula is about";
  if (options.flow.is_asked()) return "what it leaves out may be what is seen of a secret";
  // First: which strategy there is depends on it.
  if (reduction == Reduction::RaceFreeSubspaces) {
    // Its search cannot be divided.
    if (options.cluster.is_used()) return "it is for one machine: leave --cluster out";
    if (options.strategy || options.is_campaign() || options.preemptions || options.delays ||
        options.restricts_points())
      return "it has a strategy of its own: leave --strategy, --budget, bounds and --points out";
    if (options.reductions.names(Reduction::CriticalSections)) return "it does not go with critical-sections";
    if (options.sharing == Sharing::Dynamic) return "it has to see every access: leave --sharing out";
    return not_preserved(reduction, options.properties);
  }
  std::string strategy = options.effective_strategy();
  if (needs_optimal(reduction) && strategy != "optimal")
    return fmt::format("it goes with --strategy optimal, not with {}", strategy);
  if (reduction == Reduction::Symmetry) {
    std::vector<std::string_view> complete = explore::strategy_names();
    if (std::ranges::find(complete, strategy) == complete.end())
      return fmt::format("it goes with --strategy {}, not with {}", fmt::join(complete, ", "), strategy);
  }
  if (needs_optimal(reduction) || reduction == Reduction::Symmetry) {
    if (options.effective_sharing() != Sharing::Dynamic)
      return "it learns from memory that is seen to be shared: leave --sharing full out";
  }
  if (reduction == Reduction::PredictedExecutions && !options.uses(Reduction::CriticalSections))
    return "it goes with critical-sections";
  return not_preserved(reduction, options.properties);
}

std::vector<Reduction> reductions_used(const CheckOptions& options) {
  std::vector<Reduction> used;
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i)
    if (options.uses(static_cast<Reduction>(i))) used.push_back(static_cast<Reduction>(i));
  return used;
}

static void check_reductions(const CheckOptions& options) {
  const std::vector<Reduction>& left_out = options.reductions.left_out;
  for (Reduction reduction : options.reductions.named)
    if (std::ranges::find(left_out, reduction) != left_out.end())
      refuse(fmt::format("--reduction {0} and --no-reduction {0} contradict each other: leave one out.",
                         reduction_name(reduction)));
  for (Reduction reduction : options.reductions.named)
    if (std::string why = obstacle(options, reduction); !why.empty())
      refuse(fmt::format("--reduction {} cannot be used: {}.", reduction_name(reduction), why));
}

static void check_cluster(const CheckOptions& options) {
  if (!options.cluster.is_used()) {
    if (!options.cluster.attach.empty()) refuse("--attach names a run on a cluster: say --cluster, too.");
    if (!options.cluster.sent_files.empty()) refuse("--send is for workers of a cluster: say --cluster, too.");
    return;
  }
  if (options.is_campaign()) {
    if (!options.cluster.attach.empty() && !options.resume_file.empty())
      refuse("--attach and --resume go on from different places: leave one out.");
    return;
  }
  std::vector<std::string_view> names = explore::strategy_names();
  if (!options.is_random() && std::ranges::find(names, options.effective_strategy()) == names.end())
    refuse(fmt::format("--cluster divides a search into sub-trees, and --strategy {} has none: leave one out.",
                       options.effective_strategy()));
  if (options.preemptions) refuse("--cluster does not go with --preemptions.");
  if (options.max_executions != 0 && !options.is_random())
    refuse("--cluster does not go with --max-executions, which counts on one machine: say --max-time.");
  if (!options.checkpoint_file.empty() || !options.resume_file.empty())
    refuse("A run on a cluster is written down at its broker: leave --checkpoint and --resume out, and say --attach.");
}

bool CheckOptions::is_random() const {
  std::vector<std::string_view> names = sample::sampler_names();
  return strategy && std::ranges::find(names, *strategy) != names.end();
}

bool CheckOptions::draws_beside() const {
  bool is_complete = !strategy && !has_budget && !preemptions && !delays && !restricts_points() && !no_reductions;
  return is_complete && !cluster.is_used() && !has_formulas() && !flow.is_asked();
}

bool CheckOptions::leaves_reductions_open() const {
  bool is_complete = !preemptions && !delays && !is_campaign() && !restricts_points();
  return is_complete && !strategy && !no_reductions && reductions.named.empty();
}

bool CheckOptions::uses(Reduction reduction) const {
  if (std::ranges::find(reductions.left_out, reduction) != reductions.left_out.end()) return false;
  if (reductions.names(reduction)) return true;
  return (reductions.all || leaves_reductions_open()) && obstacle(*this, reduction).empty();
}

std::string CheckOptions::effective_strategy() const {
  if (is_campaign()) return "campaign";
  if (strategy) return *strategy;
  if (preemptions || delays) return kDeepening;
  if (restricts_points()) return "source";
  if (no_reductions) return "dfs";
  return uses(Reduction::RaceFreeSubspaces) ? "classic" : "optimal";
}

Sharing CheckOptions::effective_sharing() const {
  bool is_full = strategy == "random" || uses(Reduction::RaceFreeSubspaces);
  return sharing.value_or(is_full ? Sharing::Full : Sharing::Dynamic);
}

unsigned CheckOptions::workers() const {
  if (jobs != 0) return jobs;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return static_cast<unsigned>(std::max(CPU_COUNT(&set), 1));
  return std::max(std::thread::hardware_concurrency(), 1U);
}

Configuration make_configuration(const CheckOptions& options) {
  Configuration configuration = launch_configuration(options);
  configuration.root = Root::FirstChoice;
  configuration.sharing = options.effective_sharing();
  if (options.restricts_points()) campaign::restrict_points(configuration, options.points);
  configuration.memory_checks = options.properties.contains(Property::Memory) ? 1 : 0;
  configuration.leak_check = options.properties.contains(Property::Leak) ? 1 : 0;
  configuration.flow = flow_flags(options.flow);
  if (options.has_formulas()) configuration.temporal |= kFollowChanges;
  if (std::ranges::any_of(options.atoms, atoms::may_ask_for_position)) configuration.temporal |= kFollowPositions;
  if (options.no_reductions) {
    configuration.exact_points = 1;
    configuration.temporal |= kEveryLook;
  }
  if (options.uses(Reduction::PredicateDependence)) configuration.relevant = influences_on(options.properties);
  configuration.symmetry = options.uses(Reduction::Symmetry) ? 1 : 0;
  configuration.awaited_assumptions = options.uses(Reduction::AwaitedAssumptions) ? 1 : 0;
  return configuration;
}

// What the values of atoms are told by has to be in every execution.
static void check_temporal(const CheckOptions& options) {
  if (options.is_random()) refuse("--ltl speaks of all executions: it does not go with --strategy random.");
  if (options.effective_sharing() == Sharing::Full) refuse("--ltl does not go with --sharing full.");
  if (!options.reductions.empty())
    refuse(
        "--ltl does not go with --reduction: what a critical section changes step by step may be what a formula is "
        "about.");
  if (options.preemptions) refuse("--ltl does not go with --preemptions.");
  if (options.is_campaign()) refuse("--ltl does not go with --budget: say --max-time instead.");
  if (options.restricts_points()) refuse("--ltl does not go with --points, --within and --without.");
}

// Every step is one operation, and none stands for another.
static void check_without_reductions(const CheckOptions& options) {
  std::string strategy = options.effective_strategy();
  if (strategy != "dfs" && !options.explores_states())
    refuse(
        fmt::format("--no-reductions leaves no interleaving out, and {} does: say --strategy dfs or --strategy states.",
                    options.is_campaign() ? "a campaign" : "--strategy " + strategy));
  if (!options.reductions.empty()) refuse("--no-reductions and --reduction contradict each other: leave one out.");
  if (options.effective_sharing() == Sharing::Full) refuse("--no-reductions does not go with --sharing full.");
}

void check_options(const CheckOptions& options) {
  check_launch_options(options);
  if (options.properties.empty()) refuse("--check leaves nothing to look for: name at least one property.");
  if (options.seed && !options.is_random() && !options.is_campaign() && !options.draws_beside())
    refuse(
        fmt::format("--seed is for --strategy {}, --budget, and a check without --strategy and bounds: every other "
                    "one leaves nothing to chance.",
                    fmt::join(sample::sampler_names(), ", ")));
  if (options.depth && options.strategy != "pct")
    refuse("--depth is for --strategy pct: it says how deep the bugs are that are promised to be found.");
  if (options.is_random()) check_random(options);
  if (options.preemptions || options.delays) check_bounds(options);
  if (!options.reductions.empty()) check_reductions(options);
  if (options.no_reductions) check_without_reductions(options);
  if (options.has_formulas()) check_temporal(options);
  check_flow_options(options);
  if (options.audit && (options.has_formulas() || options.flow.is_asked()))
    refuse("--audit draws executions one by one, and --ltl and --flow speak of all of them: leave --audit out.");
  if (options.explores_states() && options.no_fair) refuse("--strategy states does not go with --no-fair.");
  if (options.is_campaign() && options.max_executions != 0)
    refuse("--budget is a length of time, and ends a campaign by itself: leave --max-executions out.");
  if (options.is_campaign() && options.effective_sharing() == Sharing::Full)
    refuse("--budget goes by what is seen to be shared: leave --sharing full out.");
  bool chooses = !options.within.empty() || !options.without.empty() || !options.point_places.empty();
  if (chooses && options.effective_sharing() == Sharing::Full)
    refuse(
        "--within, --without and --point go by what is seen to be shared: leave --sharing full and --strategy random "
        "out.");
  if (!options.point_places.empty() && options.points == campaign::Points::All)
    refuse("--point adds to the points that --points names: without it, all accesses to shared memory are points.");
  if (!options.campaign_folder.empty() && !options.is_campaign())
    refuse("--campaign is where a campaign is written down: say --budget, and no --strategy.");
  check_cluster(options);
  check_report_files(options.report_files);
}

std::string search_text(const CheckOptions& options) {
  // One that is not named says that reductions are left open, too.
  std::string text = options.strategy ? " --strategy " + *options.strategy : "";
  if (options.preemptions) text += fmt::format(" --preemptions {}", *options.preemptions);
  if (options.delays) text += fmt::format(" --delays {}", *options.delays);
  if (options.seed) text += fmt::format(" --seed {}", *options.seed);
  if (options.depth) text += fmt::format(" --depth {}", *options.depth);
  if (options.properties != check::PropertySet::standard())
    text += fmt::format(" --check={}", fmt::join(options.properties.names(), ","));
  if (options.keep_going) text += " --keep-going";
  if (options.sharing) text += *options.sharing == Sharing::Full ? " --sharing full" : " --sharing dynamic";
  for (Reduction reduction : options.reductions.named)
    text += fmt::format(" --reduction {}", reduction_name(reduction));
  if (options.reductions.all) text += " --reduction all";
  if (options.no_reductions) text += " --no-reductions";
  for (Reduction reduction : options.reductions.left_out)
    text += fmt::format(" --no-reduction {}", reduction_name(reduction));
  if (options.points != campaign::Points::All)
    text += fmt::format(" --points {}", campaign::points_name(options.points));
  for (const std::string& place : options.point_places) text += " --point " + shell_quoted(place);
  for (const std::string& function : options.within) text += " --within " + shell_quoted(function);
  for (const std::string& function : options.without) text += " --without " + shell_quoted(function);
  if (options.race_candidates != CheckOptions().race_candidates)
    text += options.looks_for(campaign::Precedence::HappensBefore) ? " --race-candidates=hb"
                                                                   : " --race-candidates=limited-hb";
  if (options.max_steps != CheckOptions::kDefaultMaxSteps) text += fmt::format(" --max-depth {}", options.max_steps);
  for (const std::string& file : options.suppression_files) text += " --suppressions " + shell_quoted(file);
  for (const std::string& formula : options.formulas) text += " --ltl " + shell_quoted(formula);
  for (const std::string& atom : options.atoms) text += " --atom " + shell_quoted(atom);
  return text + flow_text(options.flow) + settings_text(options);
}

static std::string cluster_text(const ClusterOptions& cluster) {
  if (!cluster.is_used()) return "";
  std::string text = " --cluster " + shell_quoted(cluster.url);
  if (!cluster.credentials.empty()) text += " --credentials " + shell_quoted(cluster.credentials);
  if (!cluster.authority.empty()) text += " --ca " + shell_quoted(cluster.authority);
  if (!cluster.key.empty()) text += " --key " + shell_quoted(cluster.key);
  for (const std::string& file : cluster.sent_files) text += " --send " + shell_quoted(file);
  if (cluster.slice != ClusterOptions().slice) text += fmt::format(" --slice {}", cluster.slice);
  return text;
}

std::string resume_command(const CheckOptions& options, const std::string& checkpoint) {
  std::string command = "selvage check --resume " + shell_quoted(checkpoint) + search_text(options);
  if (options.jobs != 0) command += fmt::format(" -j {}", options.jobs);
  if (options.max_executions != 0) command += fmt::format(" --max-executions {}", options.max_executions);
  command += cluster_text(options.cluster);
  if (options.is_campaign()) return command + fmt::format(" --budget {}", options.max_seconds) + program_text(options);
  if (options.max_seconds != 0) command += fmt::format(" --max-time {}", options.max_seconds);
  return command + program_text(options);
}

}  // namespace selvage::cli
