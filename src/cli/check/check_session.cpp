#include "cli/check/check_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/cluster/cluster_connection.h"
#include "cli/cluster/cluster_threads.h"
#include "cli/interrupt.h"
#include "cli/program/chosen_entries.h"
#include "cli/text.h"
#include "cluster/kept_state.h"
#include "contract/argument_blocks.h"
#include "explore/guards.h"
#include "explore/search.h"

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

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

std::string identity_of(const CheckOptions& options) {
  std::string text = search_text(options);
  for (const std::string& file : options.suppression_files) text += fmt::format(" #{:016x}", hash_of_file(file));
  if (!options.arguments.empty()) text += " --";
  for (const std::string& argument : options.arguments) text += " " + shell_quoted(argument);
  return text;
}

// No reduction may rest on accesses that are not seen.
bool CheckSession::reduces_unseen_code() const {
  return !reductions_used(options_).empty() && target::has_unseen_code(names_->modules);
}

// A limit may be reached while the program starts. Then nothing was executed, and that is the verdict.
bool CheckSession::prepare_in_time(CheckResult& result) {
  try {
    prepare();
    return true;
  } catch (const Error& error) {
    bool is_limit = error.exit_code() == ExitCode::BudgetEnded && launcher_.limits().is_reached() && !interrupted();
    if (!is_limit) throw;
    programs_.clear();
    take_limits(result);
    result.end = launcher_.limits().stop();
    return false;
  }
}

void CheckSession::take_limits(CheckResult& result) {
  result.memory_limit = launcher_.limits().memory();
  result.memory_used = launcher_.limits().at_memory_limit();
}

void CheckSession::run(CheckResult& result) {
  if (!prepare_in_time(result)) return conclude(options_, result);
  result.reduces_unseen_code = reduces_unseen_code();
  if (result.reduces_unseen_code) return;
  std::optional<flow::Collector> collector;
  if (options_.flow.is_asked())
    collector.emplace(options_.flow.properties, options_.flow.observer, options_.flow.sees_output());
  Examination examination(options_.properties, options_.keep_going, judge_.get(), &temporal_.properties,
                          std::move(collector));
  look_for(examination, result);
  // A library may have been loaded since the program started.
  bool has_findings = !examination.findings().empty() || (drawing_ && !drawing_->examination().findings().empty());
  result.reduces_unseen_code = !has_findings && reduces_unseen_code();
  if (result.reduces_unseen_code) return;
  launcher_.limits().show();
  // What an interrupted search has found is shown.
  if (result.end == End::Interrupted) forget_interrupt();
  if (options_.flow.is_asked()) judge_flow(examination, result);
  result.unseen = target::unseen_code(names_->modules);
  result.weaker_orders = names_->modules.weaker_orders();
  result.clock_reads = names_->modules.clock_reads();
  diagnose(examination, result);
  conclude(options_, result);
}

void CheckSession::check_again(CheckResult& result) {
  writes_checkpoints_ = false;
  run(result);
}

void CheckSession::count(CheckResult& result) {
  writes_checkpoints_ = false;
  if (!prepare_in_time(result)) return;
  drawing_.reset();
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
    result.cut_loops = examination.cut_loops();
    result.shared_locations = explore::count_locations(shared_);
    result.looks_for_cycles = std::ranges::find(shared_, kManyRounds) != shared_.end();
    result.threads_told_apart = std::ranges::find(shared_, kThreadsToldApart) != shared_.end();
    result.blocks_told_apart = std::ranges::find(shared_, kBlocksToldApart) != shared_.end();
    result.differences_matter = std::ranges::find(shared_, kDifferencesMatter) != shared_.end();
    result.interrupted = interrupted();
    result.threads_started = std::max<uint64_t>(agreement_.paths().size(), result.counts.threads);
    for (const auto& program : programs_)
      result.threads_started = std::max<uint64_t>(result.threads_started, program->thread_paths().all().size());
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
  take_limits(result);
}

void CheckSession::read_resumed() {
  if (options_.resume_file.empty()) return;
  // A campaign is resumed from its folder.
  bool is_folder = std::filesystem::is_directory(options_.resume_file);
  resumed_ = read_checkpoint(is_folder ? options_.resume_file + kState : options_.resume_file);
  if (is_folder) journaled_ = FindingJournal::read(options_.resume_file + kJournal);
  // Threads that were met after the state was written have the numbers that the findings know them by.
  for (const JournalEntry& entry : journaled_)
    if (entry.thread_paths.size() > resumed_.thread_paths.size()) resumed_.thread_paths = entry.thread_paths;
}

void CheckSession::prepare() {
  launcher_.prepare();
  launcher_.limits().search();
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
  bool is_unseen_noted = std::ranges::find(shared_, kUnseenCode) != shared_.end();
  if (!is_unseen_noted && target::has_unseen_code(names_->modules)) shared_.push_back(kUnseenCode);
  // Names of its own: workers ask it while they search.
  if (!suppressions_.empty())
    judge_ = std::make_unique<SuppressionJudge>(suppressions_, launcher_.names(*programs_.front()));
  if (options_.draws_beside() && !programs_.front()->is_single_threaded()) prepare_drawing();
}

void CheckSession::prepare_drawing() {
  drawing_ = std::make_unique<DrawingBeside>(launcher_, options_, judge_.get(), start_seconds_);
  const std::string& state = drawn_before_.empty() ? resumed_.drawing : drawn_before_;
  if (!state.empty() && !drawing_->restore(state))
    throw Error(ExitCode::Usage, fmt::format("{} is damaged: start without --resume.", options_.resume_file));
}

void CheckSession::prepare_atoms() {
  if (programs_.front()->is_single_threaded())
    throw Error(ExitCode::Usage, "The program has a single thread: temporal properties are for programs with several.");
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
    Clock::time_point begin = Clock::now();
    program->start();
    if (i == 0) start_seconds_ = seconds_since(begin);
    // It has but one execution.
    bool enough = program->is_single_threaded();
    programs_.push_back(std::move(program));
    if (enough) break;
  }
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
  checkpoint.drawing = drawing_state();
  checkpoint.search = std::move(search);
  return checkpoint;
}

void CheckSession::write_interrupted(const Examination& examination, std::string search, CheckResult& result) const {
  if (!writes_checkpoints_) return;
  std::string path = options_.checkpoint_file.empty() ? short_name() + ".selvage-checkpoint" : options_.checkpoint_file;
  try {
    write_checkpoint(path, checkpoint(examination, std::move(search)));
    result.checkpoint = path;
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: {}\n", error.what());
  }
}

void CheckSession::stop_programs(CheckResult& result) {
  size_t modules = programs_.front()->modules().size();
  for (auto& program : programs_) {
    program->stop();
    // Libraries that executions loaded have names as well.
    if (program->modules().size() > modules) {
      modules = program->modules().size();
      names_ = launcher_.names(*program);
    }
    result.program_peak_memory += program->peak_memory();
    result.unrepeated_ends += program->unrepeated_ends();
    result.waiting_loops.insert(program->waiting_loops().begin(), program->waiting_loops().end());
    result.library_calls.insert(program->library_calls().begin(), program->library_calls().end());
  }
  if (!drawing_) return;
  drawing_->stop();
  result.drawn_executions = drawing_->executions();
  result.drawn_seconds = drawing_->seconds();
  result.sampled = drawing_->parts();
  if (drawing_->program() == nullptr) return;
  result.program_peak_memory += drawing_->program()->peak_memory();
  result.unrepeated_ends += drawing_->program()->unrepeated_ends();
}

}  // namespace selvage::cli
