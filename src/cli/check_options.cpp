#include "cli/check_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <thread>

#include "cli/information_flow.h"
#include "cli/text.h"
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

// Empty, or why the reduction cannot be used.
std::string obstacle(const CheckOptions& options, Reduction reduction) {
  if (reduction == Reduction::CriticalSections) {
    if (options.effective_strategy() != "optimal")
      return fmt::format("it goes with --strategy optimal, not with {}", options.effective_strategy());
    if (options.effective_sharing() != Sharing::Dynamic)
      return "it learns from memory that is seen to be shared: leave --sharing full out";
  }
  return not_preserved(reduction, options.properties);
}

void check_reductions(const CheckOptions& options) {
  for (Reduction reduction : options.reductions.named)
    if (std::string why = obstacle(options, reduction); !why.empty())
      refuse(fmt::format("--reduction {} cannot be used: {}.", reduction_name(reduction), why));
}

}  // namespace

bool CheckOptions::is_random() const {
  std::vector<std::string_view> names = sample::sampler_names();
  return strategy && std::ranges::find(names, *strategy) != names.end();
}

bool CheckOptions::uses(Reduction reduction) const {
  if (std::ranges::find(reductions.left_out, reduction) != reductions.left_out.end()) return false;
  if (std::ranges::find(reductions.named, reduction) != reductions.named.end()) return true;
  return reductions.all && obstacle(*this, reduction).empty();
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
  if (options.points != campaign::Points::All) campaign::restrict_points(configuration, options.points);
  configuration.memory_checks = options.properties.contains(Property::Memory) ? 1 : 0;
  configuration.leak_check = options.properties.contains(Property::Leak) ? 1 : 0;
  configuration.flow = flow_flags(options.flow);
  if (options.uses(Reduction::PredicateDependence)) configuration.relevant = influences_on(options.properties);
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
}

void check_options(const CheckOptions& options) {
  check_launch_options(options);
  if (options.properties.empty()) refuse("--check leaves nothing to look for: name at least one property.");
  if (options.seed && !options.is_random() && !options.is_campaign())
    refuse(fmt::format("--seed is for --strategy {}: every other one leaves nothing to chance.",
                       fmt::join(sample::sampler_names(), ", ")));
  if (options.depth && options.strategy != "pct")
    refuse("--depth is for --strategy pct: it says how deep the bugs are that are promised to be found.");
  if (options.is_random()) check_random(options);
  if (options.preemptions || options.delays) check_bounds(options);
  if (!options.reductions.empty()) check_reductions(options);
  if (!options.formulas.empty()) check_temporal(options);
  check_flow_options(options);
  if (options.explores_states() && options.no_fair) refuse("--strategy states does not go with --no-fair.");
  if (options.is_campaign() && options.max_executions != 0)
    refuse("--budget is a length of time, and ends a campaign by itself: leave --max-executions out.");
  if (!options.campaign_folder.empty() && !options.is_campaign())
    refuse("--campaign is where a campaign is written down: say --budget, and no --strategy.");
  check_report_files(options.report_files);
}

std::string search_text(const CheckOptions& options) {
  std::string text = options.is_campaign() ? "" : " --strategy " + options.effective_strategy();
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
  if (options.points != campaign::Points::All)
    text += fmt::format(" --points {}", campaign::points_name(options.points));
  if (options.max_steps != CheckOptions::kDefaultMaxSteps) text += fmt::format(" --max-depth {}", options.max_steps);
  for (const std::string& file : options.suppression_files) text += " --suppressions " + shell_quoted(file);
  for (const std::string& formula : options.formulas) text += " --ltl " + shell_quoted(formula);
  for (const std::string& atom : options.atoms) text += " --atom " + shell_quoted(atom);
  return text + flow_text(options.flow) + settings_text(options);
}

std::string resume_command(const CheckOptions& options, const std::string& checkpoint) {
  std::string command = "selvage check --resume " + shell_quoted(checkpoint) + search_text(options);
  if (options.jobs != 0) command += fmt::format(" -j {}", options.jobs);
  if (options.max_executions != 0) command += fmt::format(" --max-executions {}", options.max_executions);
  if (options.is_campaign()) return command + fmt::format(" --budget {}", options.max_seconds) + program_text(options);
  if (options.max_seconds != 0) command += fmt::format(" --max-time {}", options.max_seconds);
  return command + program_text(options);
}

}  // namespace selvage::cli
