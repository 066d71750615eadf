#include "cli/check/check_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/check/diagnosis.h"
#include "cli/check/minimising.h"
#include "cli/check/search_watch.h"
#include "cli/check/state_graph.h"
#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_threads.h"
#include "cli/interrupt.h"
#include "cli/program/chosen_entries.h"
#include "cli/program/lost_execution.h"
#include "cli/program/program_foresight.h"
#include "cli/program/self_check.h"
#include "cli/reductions/search_reductions.h"
#include "cli/text.h"
#include "cluster/kept_state.h"
#include "contract/argument_blocks.h"
#include "explore/deepening.h"
#include "explore/guards.h"
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

// Files in the folder of a campaign.
constexpr const char* kState = "/state";
constexpr const char* kJournal = "/findings";

// Of a campaign's state that is kept at the broker: it is written every few seconds.
constexpr size_t kMostKept = size_t{64} << 20;

// Executions between two that are drawn twice and compared.
constexpr uint64_t kSelfCheckDistance = 1000;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

std::optional<Clock::time_point> deadline_of(const CheckOptions& options) {
  if (options.max_seconds == 0) return std::nullopt;
  double left = std::max(options.max_seconds - options.seconds_spent, 0.0);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(left));
}

// bank.selvage, bank-2.selvage, ...
std::string numbered(const std::string& path, size_t number) {
  if (number == 0) return path;
  std::filesystem::path result(path);
  return result
      .replace_filename(fmt::format("{}-{}{}", result.stem().string(), number + 1, result.extension().string()))
      .string();
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

std::string identity_of(const CheckOptions& options) {
  std::string text = search_text(options);
  for (const std::string& file : options.suppression_files) text += fmt::format(" #{:016x}", hash_of_file(file));
  if (!options.arguments.empty()) text += " --";
  for (const std::string& argument : options.arguments) text += " " + shell_quoted(argument);
  return text;
}

void CheckSession::run(CheckResult& result) {
  prepare();
  std::optional<flow::Collector> collector;
  if (options_.flow.is_asked())
    collector.emplace(options_.flow.properties, options_.flow.observer, options_.flow.sees_output());
  Examination examination(options_.properties, options_.keep_going, judge_.get(), &temporal_.properties,
                          std::move(collector));
  look_for(examination, result);
  // What an interrupted search has found is shown.
  if (result.end == End::Interrupted) forget_interrupt();
  if (options_.flow.is_asked()) judge_flow(examination, result);
  diagnose(examination, result);
  conclude(options_, result);
}

void CheckSession::count(CheckResult& result) {
  only_counts_ = true;
  prepare();
  Examination examination(options_.properties, options_.keep_going, judge_.get(), &temporal_.properties);
  look_for(examination, result);
}

// The whole search.
void CheckSession::look_for(Examination& examination, CheckResult& result) {
  result.single_threaded = programs_.front()->is_single_threaded();
  const auto& facts = names_->modules.program().facts;
  result.has_facts = facts.has_value();
  result.has_anonymous_threads = facts && (facts->flags() & kThreadsAnonymous) != 0;
  result.has_anonymous_blocks = facts && (facts->flags() & kBlocksAnonymous) != 0;
  if (!resumed_.search.empty())
    examination.resume(resumed_.counts, resumed_.findings, resumed_.suppressed, shared_.size());
  Clock::time_point begin = Clock::now();
  auto take_counts = [&] {
    result.seconds = resumed_.seconds + seconds_since(begin);
    result.counts = examination.counts();
    result.suspected_loops = examination.endless_loops();
    result.shared_locations = explore::count_locations(shared_);
    result.threads_told_apart = std::ranges::find(shared_, kThreadsToldApart) != shared_.end();
    result.blocks_told_apart = std::ranges::find(shared_, kBlocksToldApart) != shared_.end();
    result.differences_matter = std::ranges::find(shared_, kDifferencesMatter) != shared_.end();
    result.interrupted = interrupted();
  };
  try {
    if (options_.explores_states()) {
      explore_graph(examination, result);
    } else if (options_.is_random() && !result.single_threaded) {
      options_.cluster.is_used() ? sample_on_cluster(examination, result) : sample(examination, result);
    } else if (options_.is_campaign() && !result.single_threaded) {
      run_campaign(examination, result);
    } else if (options_.is_deepening()) {
      deepen(examination, result);
    } else if (options_.cluster.is_used() && !result.single_threaded) {
      explore_on_cluster(examination, result);
    } else {
      explore(examination, result);
    }
  } catch (const Error&) {
    take_counts();
    stop_programs(result);
    throw;
  }
  take_counts();
  stop_programs(result);
}

void CheckSession::prepare() {
  if (!options_.resume_file.empty()) {
    // A campaign is resumed from its folder.
    bool is_folder = std::filesystem::is_directory(options_.resume_file);
    resumed_ = read_checkpoint(is_folder ? options_.resume_file + kState : options_.resume_file);
    if (is_folder) journaled_ = FindingJournal::read(options_.resume_file + kJournal);
    // Threads that were met after the state was written have the numbers that the findings know them by.
    for (const JournalEntry& entry : journaled_)
      if (entry.thread_paths.size() > resumed_.thread_paths.size()) resumed_.thread_paths = entry.thread_paths;
  }
  launcher_.prepare();
  names_ = launcher_.names();
  program_hash_ = hash_of_file(launcher_.executable());
  if (!options_.resume_file.empty()) {
    require_same_search(resumed_, options_.resume_file, program_hash_, identity_of(options_));
    shared_ = resumed_.shared;
    agreement_.start_with(resumed_.thread_paths);
  }
  if (options_.is_campaign() && !options_.cluster.attach.empty()) attach_campaign();
  temporal_ = read_temporal_properties(options_, launcher_.executable());
  if (options_.explores_states() && temporal_.empty())
    throw Error(ExitCode::Usage, "--strategy states is for temporal properties: give --ltl.");
  start_programs();
  names_ = launcher_.names(*programs_.front());
  if (!temporal_.empty()) prepare_atoms();
  if (options_.restricts_points() && shared_.empty()) {
    std::vector<LoadedModule> modules = programs_.front()->modules();
    shared_ = chosen_entries(options_, *names_, modules.empty() ? 0 : modules.front().load_address);
  }
  if (options_.flow.is_asked()) prepare_flow();
  // Names of its own: workers ask it while they search.
  if (!suppressions_.empty())
    judge_ = std::make_unique<SuppressionJudge>(suppressions_, launcher_.names(*programs_.front()));
}

void CheckSession::prepare_atoms() {
  if (programs_.front()->is_single_threaded())
    throw Error(ExitCode::Usage, "The program has a single thread: temporal properties are for programs with several.");
  // An access without a hook would be put down to the step before it, or be missed.
  if (names_->modules.program().facts)
    throw Error(
        ExitCode::Usage,
        "The program was built without hooks at variables that only its first thread uses, and formulas may speak "
        "of those: build it with SELVAGE_ANALYSIS=off in the environment, or give its source files instead.");
  std::vector<LoadedModule> modules = programs_.front()->modules();
  uint64_t load_address = modules.empty() ? 0 : modules.front().load_address;
  std::vector<SharedLocation> code = atom_code(temporal_, options_, launcher_.executable(), load_address);
  // A search that goes on has it already.
  if (shared_.empty()) shared_ = std::move(code);
}

void CheckSession::prepare_flow() {
  if (programs_.front()->is_single_threaded())
    throw Error(
        ExitCode::Usage,
        "--flow is about secrets, and the program was given none: name a variable (--secret 'pin: 0..9'), or call "
        "selvage_secret.");
  if (options_.flow.names_variables() && names_->modules.program().facts)
    throw Error(ExitCode::Usage,
                "The program was built without hooks at variables that only its first thread uses, and --secret and "
                "--public may "
                "name those: build it with SELVAGE_ANALYSIS=off in the environment, or give its source files instead.");
  std::vector<LoadedModule> modules = programs_.front()->modules();
  std::vector<SharedLocation> code =
      flow_.code(launcher_.executable(), modules.empty() ? 0 : modules.front().load_address);
  shared_.insert(shared_.end(), code.begin(), code.end());
}

void CheckSession::judge_flow(Examination& examination, CheckResult& result) {
  for (const auto& program : programs_) flow_.name_channels(program->channels());
  bool is_complete = result.end == End::Complete && result.cut() == 0 && !examination.unmodelled();
  for (check::Finding& finding : flow_.judge(*examination.flow(), is_complete, options_.keep_going)) {
    finding.shared_count = shared_.size();
    finding.execution = examination.counts().executions;
    if (options_.keep_going || examination.findings().empty()) examination.add(std::move(finding));
  }
  if (options_.flow.explain) result.flow_explanation = flow_.explanation(*examination.flow());
}

void CheckSession::start_programs() {
  Configuration configuration = make_configuration(options_);
  for (unsigned i = 0; i < options_.workers(); ++i) {
    auto program = launcher_.make_target(configuration);
    program->thread_paths().adopt(resumed_.thread_paths);
    program->start();
    // It has but one execution.
    bool enough = program->is_single_threaded();
    programs_.push_back(std::move(program));
    if (enough) break;
  }
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
  search_options.resume = resumed_.search;
  use_reductions(options_, names_->modules.program(), search_options);

  Progress progress(options_.quiet);
  SearchWatch watch(examination, shared_);
  search_options.on_progress = [&](const explore::Progress& state) {
    watch.look([&] {
      double seconds = progress.seconds();
      if (progress.due())
        progress.show(progress_text(state.executions, examination.findings().size(), seconds) +
                      share_text(state.share_done, seconds));
    });
  };
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
  explore::SearchResult found = explore::search(*strategy, targets, search_options, watch, shared_);
  progress.clear();
  if (!found.resumed)
    throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
  take_search(found, result);
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

// Unless its client was killed before it had written anything down, there is a state to go on from.
void CheckSession::attach_campaign() {
  const std::string& run = options_.cluster.attach;
  cluster_ = std::make_unique<ClusterSearch>(connect_to(options_.cluster), options_.keep_going, false);
  attached_ = cluster_->attach(run, {program_hash_, identity_of(options_), options_.max_seconds});
  if (std::optional<std::string> state = cluster::kept_state(cluster_->broker(), run)) {
    std::string name = fmt::format("The state of run {}", run);
    resumed_ = decode(*state, name);
    require_same_search(resumed_, name, program_hash_, identity_of(options_));
  }
  shared_ = resumed_.shared;
  resumed_.thread_paths = ClusterThreads(cluster_->broker(), run).learn();
  agreement_.start_with(resumed_.thread_paths);
}

void CheckSession::write_campaign(const Campaign& campaign, const Examination& examination, FindingJournal* journal) {
  std::string path = options_.campaign_folder.empty() ? options_.checkpoint_file : options_.campaign_folder + kState;
  if (path.empty() && !campaign.is_on_cluster()) return;
  Checkpoint state = checkpoint(examination, campaign.save());
  if (!path.empty()) {
    write_checkpoint(path, state);
    if (journal != nullptr) journal->clear();
  }
  if (!campaign.is_on_cluster()) return;
  std::string bytes = encode(state);
  // An older one is true as well.
  if (bytes.size() <= kMostKept) cluster::keep_state(cluster_->broker(), cluster_->run(), bytes);
}

void CheckSession::run_campaign(Examination& examination, CheckResult& result) {
  std::unique_ptr<FindingJournal> journal;
  if (!options_.campaign_folder.empty()) {
    std::filesystem::create_directories(options_.campaign_folder);
    journal = std::make_unique<FindingJournal>(options_.campaign_folder + kJournal);
    if (options_.resume_file.empty()) journal->clear();
  }
  if (options_.cluster.is_used() && !cluster_)
    cluster_ = std::make_unique<ClusterSearch>(connect_to(options_.cluster), options_.keep_going, false);
  Campaign campaign(
      {launcher_, options_, agreement_, stacks(), judge_.get(), shared_, programs_, journal.get(), cluster_.get()},
      examination);
  if (!resumed_.search.empty() && !campaign.restore(resumed_.search))
    throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
  campaign.take_over(journaled_);
  if (attached_) campaign.attach(*attached_);
  campaign.run(result, [&] { write_campaign(campaign, examination, journal.get()); });
  unrecorded_ = campaign.unrecorded();
  point_findings_ = campaign.point_findings();
  suppressed_elsewhere_ = campaign.suppressed_elsewhere();
  if (result.end == End::Interrupted) write_interrupted(examination, campaign.save(), result);
  if (campaign.suspect().empty()) return;
  explore::SearchResult other;
  other.end = End::NotDeterministic;
  other.suspect = campaign.suspect();
  judge_end(examination, other, result);
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
    return !interrupted() && (!deadline || Clock::now() < *deadline) &&
           (options_.max_executions == 0 || states < options_.max_executions);
  });
  progress.clear();
  if (!graph.unmodelled.empty()) throw Error(ExitCode::CannotStart, graph.unmodelled + ".");
  shared_ = graph.shared;
  agreement_.settle(*programs_.front());
  bool is_late = deadline && Clock::now() >= *deadline;
  result.end = interrupted()       ? End::Interrupted
               : graph.is_complete ? End::Complete
               : is_late           ? End::TimeLimit
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

Checkpoint CheckSession::checkpoint(const Examination& examination, std::string search) const {
  Checkpoint checkpoint;
  checkpoint.program_hash = program_hash_;
  checkpoint.program = options_.program.front();
  checkpoint.options = identity_of(options_);
  checkpoint.counts = examination.counts();
  checkpoint.findings = examination.findings();
  checkpoint.suppressed = examination.suppressed();
  checkpoint.shared = shared_;
  checkpoint.thread_paths = agreement_.paths();
  checkpoint.search = std::move(search);
  return checkpoint;
}

void CheckSession::write_interrupted(const Examination& examination, std::string search, CheckResult& result) const {
  if (only_counts_) return;
  std::string path = options_.checkpoint_file.empty() ? short_name() + ".selvage-checkpoint" : options_.checkpoint_file;
  try {
    write_checkpoint(path, checkpoint(examination, std::move(search)));
    result.checkpoint = path;
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

void CheckSession::stop_programs(CheckResult& result) {
  for (auto& program : programs_) {
    program->stop();
    result.program_peak_memory += program->peak_memory();
    result.unrepeated_ends += program->unrepeated_ends();
    result.waiting_loops.insert(program->waiting_loops().begin(), program->waiting_loops().end());
  }
}

void CheckSession::diagnose(const Examination& examination, CheckResult& result) {
  const std::vector<check::Finding>& findings = examination.findings();
  Minimising minimising(launcher_, options_, agreement_, judge_.get(), stacks(), temporal_.properties, shared_);
  std::vector<std::optional<minimise::Result>> smaller(findings.size());
  if (!result.single_threaded && !examination.unmodelled()) smaller = minimising.minimise(findings);
  SearchContext context{minimising.shared(), agreement_.paths(), unrecorded_, {}, temporal_.atoms};
  for (const check::TemporalProperty& property : temporal_.properties) context.formulas.push_back(property.text);
  Diagnoser diagnoser(launcher_, options_, std::move(context));
  if (examination.unmodelled()) throw diagnoser.unmodelled(*examination.unmodelled(), *names_);
  if (options_.show_output) diagnoser.first_execution(result.output, result.error_output);
  for (size_t i = 0; i < findings.size(); ++i) {
    result.findings.push_back(smaller[i] ? diagnoser.diagnose(findings[i], *smaller[i], *names_)
                                         : diagnoser.diagnose(findings[i], *names_));
    if (findings[i].kind == check::FindingKind::Flow) add_other_side(diagnoser, result.findings.back(), i);
    save_finding(diagnoser, result.findings.back(), result.findings.size() - 1);
  }
  diagnose_points(result);
  diagnose_suppressed(diagnoser, examination, result);
}

// The execution that a leak is compared with is kept in a file of its own.
void CheckSession::add_other_side(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number) {
  Diagnosis other = diagnoser.diagnose(flow_.other_side(diagnosis.finding), *names_);
  diagnosis.flow = flow_.shown(diagnosis.finding, diagnosis.output, other.output);
  other.flow = diagnosis.flow;
  diagnosis.message = other.message = flow_message(*diagnosis.flow);
  std::string save = options_.save_file.empty() ? short_name() + ".selvage" : options_.save_file;
  std::filesystem::path path(numbered(save, number));
  path.replace_filename(path.stem().string() + ".other" + path.extension().string());
  try {
    diagnoser.save(other, *names_, path.string());
    diagnosis.flow->other.trace_file = path.string();
  } catch (const Error& error) {
    if (!options_.save_file.empty()) throw;
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

void CheckSession::save_finding(Diagnoser& diagnoser, Diagnosis& diagnosis, size_t number) {
  std::string save = options_.save_file.empty() ? short_name() + ".selvage" : options_.save_file;
  std::string path = numbered(save, number);
  try {
    diagnoser.save(diagnosis, *names_, path);
    diagnosis.saved_file = path;
    diagnosis.original.reset();
  } catch (const Error& error) {
    if (!options_.save_file.empty()) throw;
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

// Found in a search with fewer scheduling points: it is executed again with those.
void CheckSession::diagnose_points(CheckResult& result) {
  for (const PointFinding& point : point_findings_) {
    CheckOptions options = options_at(options_, point.points);
    Minimising minimising(launcher_, options, agreement_, judge_.get(), stacks(), temporal_.properties, point.shared);
    std::optional<minimise::Result> smaller = minimising.minimise({point.finding}).front();
    Diagnoser diagnoser(launcher_, options, {minimising.shared(), agreement_.paths(), {}});
    result.findings.push_back(smaller ? diagnoser.diagnose(point.finding, *smaller, *names_)
                                      : diagnoser.diagnose(point.finding, *names_));
    save_finding(diagnoser, result.findings.back(), result.findings.size() - 1);
  }
}

// They are executed again like any other finding: what does not repeat is an error, suppressed or not.
void CheckSession::diagnose_suppressed(Diagnoser& diagnoser, const Examination& examination, CheckResult& result) {
  result.suppressions = suppressions_.all();
  auto add = [&](Diagnoser& own, const SuppressedFinding& suppressed) {
    if (suppressed.pattern >= result.suppressions.size()) return;
    report::Suppression& suppression = result.suppressions[suppressed.pattern];
    ++suppression.findings;
    result.suppressed.push_back({own.diagnose(suppressed.finding, *names_), suppression.pattern});
  };
  for (const SuppressedFinding& suppressed : examination.suppressed()) add(diagnoser, suppressed);
  for (const SuppressedElsewhere& elsewhere : suppressed_elsewhere_) {
    Diagnoser own(launcher_, options_, {elsewhere.shared, agreement_.paths(), {}});
    add(own, elsewhere.suppressed);
  }
}

}  // namespace selvage::cli
