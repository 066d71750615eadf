#include "cli/check/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "cli/check/audit.h"
#include "cli/check/check_report.h"
#include "cli/check/check_session.h"
#include "cli/check/temporal_properties.h"
#include "cli/cluster/cluster_options.h"
#include "cli/duration.h"
#include "cli/interrupt.h"
#include "cli/program/launch_arguments.h"
#include "cli/reductions/reduction_savings.h"
#include "cli/show/showing.h"
#include "cli/text.h"
#include "explore/strategy.h"
#include "sample/sampler.h"
#include "target/error.h"
#include "target/memory_use.h"
#include "target/unseen_code.h"

namespace selvage::cli {
namespace {

constexpr const char* kFooter =
    "\nArguments of the program follow after --.\n\n"
    "Verdicts: verified, every interleaving for this input | bounded, every one within the bounds stated\n"
    "| sampled, what was executed and no claim beyond it | bug, with the interleaving that shows it.\n\n"
    "Exit codes: 0 verified | 10 assertion, crash or misuse of a primitive | 11 deadlock | 12 a thread that runs for\n"
    "ever | 13 data race | 14 memory error | 15 temporal property | 16 information flow | 20 bounded, no bug | 21 "
    "sampled, interrupted or "
    "budget used up, no bug\n"
    "| 2 usage | 3 the program could not be built, loaded or started, or calls something that is not modelled\n"
    "| 4 internal error, or the program is not deterministic. With several findings, the first one's counts.\n";

void add_search_options(CLI::App& command, CheckOptions& options) {
  std::vector<std::pair<std::string, std::string>> strategies;
  for (std::string_view name : explore::strategy_names()) strategies.emplace_back(name, name);
  strategies.emplace_back(CheckOptions::kDeepening, CheckOptions::kDeepening);
  strategies.emplace_back(CheckOptions::kStates, CheckOptions::kStates);
  for (std::string_view name : sample::sampler_names()) strategies.emplace_back(name, name);
  add_choice<std::string>(command, "--strategy", options.strategy, strategies,
                          "Which interleavings, without reductions unless --reduction adds some: optimal (the default, "
                          "with reductions) runs each kind once, dfs every single one; "
                          "deepening goes by preemptions; random, pct, pos, surw and novelty draw them; states, for "
                          "--ltl: each state once");
  command.add_option("-j,--jobs", options.jobs, "Processes of the program at a time (one for each core)")
      ->check(positive())
      ->type_name("N");
  CLI::callback_t assign_properties = [&options](const CLI::results_t& given) {
    std::string problem = check::parse_properties(given.back(), options.properties);
    if (!problem.empty()) throw CLI::ValidationError("--check", problem);
    options.properties_given = true;
    return true;
  };
  std::string names;
  for (int i = 0; i < static_cast<int>(check::Property::Count); ++i)
    names += (i == 0 ? "" : ", ") + std::string(check::property_name(static_cast<check::Property>(i)));
  command
      .add_option("--check", assign_properties,
                  "What to look for: all, standard (all but leak), or some of " + names + "; -NAME takes one away")
      ->type_name("LIST");
  command.add_flag("--keep-going", options.keep_going, "Look for all findings, not only the first");
  add_choice<Sharing>(command, "--sharing", options.sharing, {{"dynamic", Sharing::Dynamic}, {"full", Sharing::Full}},
                      "Where threads can be switched: at memory that is seen to be shared (fast), or at all of it");
  std::vector<std::pair<std::string, campaign::Points>> points;
  for (campaign::Points set : campaign::all_points()) points.emplace_back(campaign::points_name(set), set);
  add_choice<campaign::Points>(command, "--points", options.points, points,
                               "Where threads can be switched that could go on: all (the default), or only at "
                               "synchronisation, at locks, ...");
  command.add_option("--point", options.point_places, "With --points: plain accesses in this line are points, too")
      ->expected(1)
      ->take_all()
      ->type_name("FILE:LINE");
  command
      .add_option("--within", options.within,
                  "Switch threads that could go on only in this function and what it calls; may be given several times")
      ->expected(1)
      ->take_all()
      ->type_name("FUNCTION");
  command.add_option("--without", options.without, "Only outside of this function and what it calls")
      ->expected(1)
      ->take_all()
      ->type_name("FUNCTION");
  CLI::callback_t assign_candidates = [&options](const CLI::results_t& given) {
    options.race_candidates.clear();
    for (const std::string& name : given) {
      if (name != "hb" && name != "limited-hb")
        throw CLI::ValidationError("--race-candidates", "give hb, limited-hb, or both with a comma between them");
      options.race_candidates.insert(name == "hb" ? campaign::Precedence::HappensBefore
                                                  : campaign::Precedence::LimitedHappensBefore);
    }
    return true;
  };
  command
      .add_option("--race-candidates", assign_candidates,
                  "With --budget: accesses to switch at besides, by hb or limited-hb, or both (hb,limited-hb)")
      ->delimiter(',')
      ->type_name("LIST");
  CLI::callback_t add_reductions = [&options](const CLI::results_t& given) {
    for (const std::string& name : given)
      if (std::string problem = parse_reduction(name, options.reductions); !problem.empty())
        throw CLI::ValidationError("--reduction", problem);
    return true;
  };
  command
      .add_option(
          "--reduction", add_reductions,
          "Fewer executions by nothing but critical-sections, predicate-dependence, commuting-operations, "
          "unread-writes, symmetry, awaited-assumptions, predicted-executions or race-free-subspaces; or by all "
          "that preserve what is checked (the default without --strategy)")
      ->expected(1)
      ->take_all()
      ->type_name("NAME");
  CLI::callback_t leave_out_reductions = [&options](const CLI::results_t& given) {
    for (const std::string& name : given)
      if (std::string problem = parse_left_out(name, options.reductions); !problem.empty())
        throw CLI::ValidationError("--no-reduction", problem);
    return true;
  };
  command.add_option("--no-reduction", leave_out_reductions, "Do without this one, or all")
      ->expected(1)
      ->take_all()
      ->type_name("NAME");
  command.add_flag("--no-reductions", options.no_reductions,
                   "Explore every order of all operations (--strategy dfs, or states): for formulas with X");
  command.add_flag("--explain-reductions", options.explain_reductions,
                   "Say of each whether it was used, and search again without it to see what it saved");
  command.add_flag(
      "--audit", options.audit,
      "After a verified check, draw executions and search in other ways for as long as it took: a finding is "
      "an internal error");
  command.add_option("--seed", options.seed, "What random strategies, and drawing beside a search, draw from (0)")
      ->type_name("S");
  command.add_option("--depth", options.depth, "For --strategy pct: how deep the bugs are (3)")
      ->check(CLI::Range(1U, kMaxChanges + 1))
      ->type_name("D");
}

void add_bounds(CLI::App& command, CheckOptions& options) {
  command.add_option("--max-executions", options.max_executions, "End after so many executions")
      ->check(positive())
      ->type_name("N");
  CLI::callback_t assign_time = [&options](const CLI::results_t& given) {
    auto seconds = parse_duration(given.back());
    if (!seconds) throw CLI::ValidationError("--max-time", "give a length of time: 30, 30s, 5m or 1h");
    options.max_seconds = *seconds;
    return true;
  };
  command.add_option("--max-time", assign_time, "End after so long: 30, 30s, 5m, 1h")->type_name("DURATION");
  command
      .add_option("--max-memory", options.max_memory,
                  "What Selvage and all processes of the program may use together: 512M, 4G (half of the machine's)")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::PositiveNumber)
      ->type_name("SIZE");
  CLI::callback_t assign_budget = [&options](const CLI::results_t& given) {
    auto seconds = parse_duration(given.back());
    if (!seconds || *seconds <= 0) throw CLI::ValidationError("--budget", "give a length of time: 30, 30s, 5m or 1h");
    options.max_seconds = *seconds;
    options.has_budget = true;
    return true;
  };
  command.add_option("--budget", assign_budget, "Spend so long on many searches, and say what they covered")
      ->type_name("DURATION");
  command.add_option("--campaign", options.campaign_folder, "With --budget: write down there how far it is")
      ->type_name("FOLDER");
  command.add_option("--max-depth", options.max_steps, "Steps after which an execution is cut off (20,000)")
      ->check(positive())
      ->type_name("N");
  command
      .add_option("--preemptions", options.preemptions,
                  "Only interleavings that take a thread's turn away N times at most")
      ->type_name("N");
  command
      .add_option("--delays", options.delays, "Only interleavings that pass over N threads at most whose turn it is")
      ->type_name("N");
}

void add_cluster(CLI::App& command, CheckOptions& options) {
  command
      .add_option("--cluster", options.cluster.url,
                  "Explore with all workers at this broker (selvage worker): nats://HOST:PORT")
      ->type_name("URL");
  command.add_option("--attach", options.cluster.attach, "With --cluster: go on with a run that is there already")
      ->type_name("RUN");
  CLI::callback_t assign_slice = [&options](const CLI::results_t& given) {
    auto seconds = parse_duration(given.back());
    if (!seconds || *seconds <= 0) throw CLI::ValidationError("--slice", "give a length of time: 0.5, 10s or 1m");
    options.cluster.slice = *seconds;
    return true;
  };
  command
      .add_option(
          "--send", options.cluster.sent_files,
          "With --cluster: a file or folder that the program reads, for the workers; may be given several times")
      ->expected(1)
      ->take_all()
      ->type_name("FILE");
  command.add_option("--slice", assign_slice, "With --cluster: how long a worker explores before it reports (3s)")
      ->type_name("DURATION");
  add_connection_options(command, options.cluster);
}

void add_temporal(CLI::App& command, CheckOptions& options) {
  CLI::callback_t add_formulas = [&options](const CLI::results_t& given) {
    options.formulas = given;
    options.properties.insert(check::Property::Temporal);
    return true;
  };
  command
      .add_option("--ltl", add_formulas,
                  "A temporal property that has to hold in every execution: 'G (asked -> F granted)'")
      ->expected(1)
      ->take_all()
      ->type_name("FORMULA");
  command
      .add_option("--atom", options.atoms,
                  "What a name in formulas stands for: 'granted: owner == 2 && queue.len > 0', over global variables")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME:CONDITION");
  std::map<std::string, ltl::Fairness> kinds = {{"strong", ltl::Fairness::Strong}, {"weak", ltl::Fairness::Weak}};
  command
      .add_option("--fairness", options.fairness,
                  "Infinite executions that count: strong (the default), whoever can go on again and again does; "
                  "weak, whoever can go on all the time does")
      ->transform(CLI::CheckedTransformer(kinds))
      ->type_name("KIND");
  command.add_flag("--explain-ltl", options.explain_ltl, "Draw the automata of the formulas, and execute nothing");
  command.add_flag("--explain-ltl-dot", options.explain_ltl_dot, "The same for Graphviz");
}

void add_minimising(CLI::App& command, CheckOptions& options) {
  CLI::callback_t assign_time = [&options](const CLI::results_t& given) {
    auto seconds = parse_duration(given.back());
    if (!seconds) throw CLI::ValidationError("--minimise-time", "give a length of time: 0.5, 10s or 1m");
    options.minimise_seconds = *seconds;
    return true;
  };
  CLI::Option* time =
      command.add_option("--minimise-time", assign_time, "How long to look for shorter ways to the findings (1s)")
          ->type_name("DURATION");
  command
      .add_flag_callback(
          "--no-minimise", [&options] { options.minimise_seconds = 0; }, "Show findings as the search came upon them")
      ->excludes(time);
}

void add_files(CLI::App& command, CheckOptions& options) {
  command.add_option("--save", options.save_file, "Where the trace of a finding goes (PROGRAM.selvage)")
      ->type_name("FILE");
  command.add_option("--checkpoint", options.checkpoint_file, "Write down every second or so how far the search is")
      ->type_name("FILE");
  command.add_option("--resume", options.resume_file, "Go on from there")->type_name("FILE");
  command.add_option("--html", options.report_files.html, "A page to look through findings with; opens in any browser")
      ->type_name("FILE");
  command.add_option("--json", options.report_files.json, "Everything about the check as JSON; - is standard output")
      ->type_name("FILE");
  command.add_option("--sarif", options.report_files.sarif, "The findings for code scanning services and editors")
      ->type_name("FILE");
  command.add_option("--junit", options.report_files.junit, "The properties as test cases, for continuous integration")
      ->type_name("FILE");
  command.add_option("--suppressions", options.suppression_files, "Findings that do not count, as lines KIND:PATTERN")
      ->expected(1)
      ->type_name("FILE");
  command.add_flag("--show-output", options.show_output, "Also show what the program wrote in its first execution");
  add_terminal_options(command, options);
}

}  // namespace

void add_terminal_options(CLI::App& command, CheckOptions& options) {
  command.add_flag("-v,--verbose", options.verbose, "Show every step of an interleaving, and whole call stacks");
  add_choice<Colour>(command, "--color,--colour", options.colour,
                     {{"auto", Colour::Auto}, {"always", Colour::Always}, {"never", Colour::Never}},
                     "Colours in the report: auto (the default) is on a terminal, unless NO_COLOR is set");
  command.add_option("--width", options.width, "Columns of the report (the terminal's, else 80)")
      ->check(CLI::Range(40U, 1000U))
      ->type_name("N");
}

CLI::App* add_check_command(CLI::App& app, CheckOptions& options) {
  CLI::App* command = app.add_subcommand("check", "Explore how the threads of a program can interleave");
  command->footer(kFooter);
  add_search_options(*command, options);
  add_bounds(*command, options);
  add_temporal(*command, options);
  add_cluster(*command, options);
  add_flow_options(*command, options);
  add_minimising(*command, options);
  add_files(*command, options);
  add_launch_arguments(*command, options);
  return command;
}

// A reduction costs time where it has to give way, but not the verdict: everything is searched again without it.
static void run_again_without(const std::vector<Reduction>& reductions, CheckOptions& options,
                              ProgramLauncher& launcher, std::unique_ptr<CheckSession>& session, CheckResult& result) {
  CheckResult again;
  again.started = result.started;
  again.gave_up = result.gave_up;
  for (Reduction reduction : reductions) {
    std::erase(options.reductions.named, reduction);
    options.reductions.left_out.push_back(reduction);
    again.gave_up.push_back(reduction);
  }
  options.resume_file.clear();
  options.cluster.attach.clear();
  options.seconds_spent += result.seconds;
  std::string drawn = session->drawing_state();
  session = std::make_unique<CheckSession>(options, launcher);
  session->go_on_drawing(std::move(drawn));
  CheckResult before = std::exchange(result, std::move(again));
  session->run(result);
  // What was found is worth more than a search that had no time to find it once more.
  bool ends_early = result.end != explore::End::Complete && result.end != explore::End::Stopped;
  auto has_found = [](const CheckResult& one) { return !one.findings.empty() || !one.not_executed_again.empty(); };
  if (ends_early && !has_found(result) && has_found(before)) result = std::move(before);
}

// race-free-subspaces, which nobody has asked for by name, has every access as a step: it either comes to its end soon, or the
// search is better off without it.
static void try_race_free(CheckOptions& options, ProgramLauncher& launcher, std::unique_ptr<CheckSession>& session,
                          CheckResult& result) {
  uint64_t given = options.max_executions;
  options.max_executions = given == 0 ? kRaceFreeTrial : std::min(given, kRaceFreeTrial);
  session->run(result);
  options.max_executions = given;
  if (result.end == explore::End::ExecutionLimit)
    run_again_without({Reduction::RaceFreeSubspaces}, options, launcher, session, result);
}

// Where the first thread came to its end without a step: only if every access is a step can others go before it.
static bool has_more_with_full_sharing(const CheckOptions& options, const CheckResult& result) {
  bool needs_dynamic = options.has_formulas() || options.flow.is_asked() || options.is_campaign();
  return result.ended_before_first_step && !needs_dynamic && (options.keep_going || result.findings.empty());
}

// Strategy source calls for threads, and not for orders. Where code is not seen it leaves out what optimal only could not follow,
// without noticing.
static bool may_give_way_to_source(const CheckOptions& options, const Names& names) {
  return !options.strategy && options.effective_strategy() == "optimal" && !target::has_unseen_code(names.modules);
}

static void run_check(CheckOptions& options, ProgramLauncher& launcher, std::unique_ptr<CheckSession>& session,
                      CheckResult& result) {
  session = std::make_unique<CheckSession>(options, launcher);
  launcher.limits().begin(options.max_seconds,
                          options.max_memory != 0 ? options.max_memory : target::memory_of_machine() / 2);
  // What is used depends on formulas, also on those in the program's code.
  launcher.prepare();
  options.has_own_formulas = has_own_formulas(launcher.executable());
  if (options.has_own_formulas) check_options(options);
  if (options.uses(Reduction::RaceFreeSubspaces) && !options.reductions.names(Reduction::RaceFreeSubspaces))
    try_race_free(options, launcher, session, result);
  else
    session->run(result);
  if (result.reduces_unseen_code) run_again_without(reductions_used(options), options, launcher, session, result);
  if (has_more_with_full_sharing(options, result)) {
    options.sharing = Sharing::Full;
    run_again_without({}, options, launcher, session, result);
  }
  auto is_complete = [&] { return result.end == explore::End::Complete; };
  // Executions that stand for others were stopped by what was not asked about.
  if (result.stopped_short != 0 && is_complete())
    run_again_without({Reduction::PredicateDependence}, options, launcher, session, result);
  // What a critical section accesses depends on what came before it, and orders of sections were called for that there are not.
  if (result.unfollowed != 0 && is_complete() && options.uses(Reduction::CriticalSections))
    run_again_without({Reduction::CriticalSections}, options, launcher, session, result);
  if (std::vector<Reduction> used = reductions_used(options); result.unfollowed != 0 && is_complete() && !used.empty())
    run_again_without(used, options, launcher, session, result);
  if (result.unfollowed != 0 && is_complete() && may_give_way_to_source(options, *session->names())) {
    options.strategy = "source";
    run_again_without({}, options, launcher, session, result);
    result.gave_way_to_source = result.lost_orders = true;
  }
}

int check_command(const CheckOptions& given) {
  install_interrupt_handler();
  CheckOptions options = given;
  // Accesses between two scheduling points are recorded without their places, and a race is known by its places.
  if (options.restricts_points()) options.properties.erase(check::Property::Race);
  complete_flow_options(options);
  // On the way to states loops are looked at all the same: states are told apart by them.
  if (options.no_reductions && !options.explores_states()) options.no_fair = true;
  // Whatever else goes wrong on the way to a state is not looked at.
  if (options.explores_states()) options.properties = {check::Property::Temporal};
  CheckResult result;
  result.started = utc_now();
  ProgramLauncher launcher(options);
  std::unique_ptr<CheckSession> session;
  std::optional<report::Report> report;
  try {
    if (options.explain_ltl || options.explain_ltl_dot) {
      fmt::print("{}", explain(options.formulas, options.explain_ltl_dot));
      return static_cast<int>(target::ExitCode::Success);
    }
    check_options(options);
    run_check(options, launcher, session, result);
    result.reductions = reduction_uses(options, result);
    if (options.explain_reductions) measure_savings(options, launcher, result);
    if (options.audit)
      audit(options, result, [&](const CheckOptions& changed, CheckResult& again) {
        CheckSession(changed, launcher).check_again(again);
      });
    launcher.limits().show();
    result.input_note = launcher.input_note();
    report = report_of(result, options, *session->names());
    if (!options.report_files.use_standard_output()) print_report(options, result, *report);
    fmt::print("{}", result.flow_explanation);
    if (!result.error.empty()) fmt::print(stderr, "selvage: {}\n", result.error);
  } catch (const target::Error& error) {
    result.exit_code = error.exit_code();
    result.error = error.what();
    result.interrupted = result.interrupted || interrupted();
    fmt::print(stderr, "selvage: {}\n", error.what());
  } catch (const std::exception& error) {
    result.exit_code = target::ExitCode::Internal;
    result.error = fmt::format("internal error: {}; please report it with the command line.", error.what());
    fmt::print(stderr, "selvage: {}\n", result.error);
  }
  if (!options.summary_file.empty())
    result.exit_code =
        write_summary(options.summary_file, summary_of(options, result), session ? session->names() : nullptr);
  if (options.report_files.any()) {
    Names* names = session ? session->names() : nullptr;
    if (!report)
      report = names != nullptr ? report_of(result, options, *names) : report_without_program(result, options);
    report->exit_code = static_cast<int>(result.exit_code);
    result.exit_code = write_report_files(options.report_files, *report);
  }
  return static_cast<int>(result.exit_code);
}

}  // namespace selvage::cli
