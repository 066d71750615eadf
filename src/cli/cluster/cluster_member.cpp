#include "cli/cluster/cluster_member.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/check/examination.h"
#include "cli/check/search_watch.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_program.h"
#include "cli/interrupt.h"
#include "cli/program/lost_execution.h"
#include "cli/reductions/search_reductions.h"
#include "cluster/blobs.h"
#include "explore/saved_parts.h"
#include "explore/strategy.h"
#include "target/memory_use.h"

namespace selvage::cli {
namespace {

using explore::End;
using target::Error;
using target::ExitCode;
using Clock = std::chrono::steady_clock;

// An item whose parent has no result yet is looked at again after this long, and then after twice as long each time:
// should whoever put it there be dead, workers are not to be busy with it until somebody has explored the parent.
constexpr cluster::Milliseconds kEarly(100), kLatest(5000);
// Whoever takes it dies or falls silent.
constexpr uint64_t kMostAttempts = 100;
// Parts for each worker that has nothing to do: sub-trees are of very different sizes.
constexpr uint64_t kPartsPerWorker = 4;
constexpr size_t kMostParts = 256;

uint64_t sum_of_unrepeated(const std::vector<std::unique_ptr<target::ProgramTarget>>& programs) {
  uint64_t sum = 0;
  for (const auto& program : programs) sum += program->unrepeated_ends();
  return sum;
}

cluster::Milliseconds time_until_next(uint64_t attempts) {
  cluster::Milliseconds time = kEarly;
  for (uint64_t i = 1; i < attempts && time < kLatest; i++) time *= 2;
  return std::min(time, kLatest);
}

}  // namespace

ClusterMember::ClusterMember(cluster::Broker& broker, const std::string& run, const MemberOptions& member)
    : broker_(broker), run_(run), worker_(member.worker) {
  std::optional<std::string> bytes = broker_.read(run_, kRunEntry);
  std::optional<RunDescription> description =
      bytes ? decode_run(cluster::unfolded(broker_, run_, *bytes)) : std::nullopt;
  if (!description) throw Error(ExitCode::CannotStart, fmt::format("Run {} does not say what it is about.", run));
  description_ = std::move(*description);
  options_ = receive_program(broker_, run_, description_, workspace_.path(), member.confined);
  options_.jobs = member.jobs;
  options_.memory_limit = member.memory != 0 ? member.memory : target::memory_of_machine() / 4 * 3 / options_.workers();
  suppressions_ = read_suppressions(options_.suppression_files);
  launcher_ = std::make_unique<ProgramLauncher>(options_);
  launcher_->prepare(target::standard_input_of(cluster::get_blob(broker_, run_, description_.input)));
  temporal_ = read_temporal_properties(options_, launcher_->executable());
  options_.has_own_formulas = !temporal_.own.formulas.empty();
  threads_.emplace(broker_, description_.threads_run.empty() ? run_ : description_.threads_run);
  agreement_.start_with(threads_->learn());
  agreement_.ask([this](std::span<const ThreadPath> met) { return threads_->agree_on(met); });
  Configuration configuration = make_configuration(options_);
  // Searches of campaigns have processes of their own.
  unsigned processes = description_.has_jobs ? 1 : options_.workers();
  for (unsigned i = 0; i < processes; i++) {
    programs_.push_back(launcher_->make_target(configuration));
    programs_.back()->thread_paths().adopt(agreement_.paths());
    programs_.back()->start();
  }
  missing_features_ = missing_features(description_);
  require_same_libraries(description_, *launcher_, *programs_.front());
  if (!suppressions_.empty())
    judge_ = std::make_unique<SuppressionJudge>(suppressions_, launcher_->names(*programs_.front()));
  for (auto& program : programs_)
    explored_.push_back(std::make_unique<ExploredProgram>(*program, &agreement_, judge_ ? &judge_->stacks() : nullptr));
  if (hash_of_first_execution(*explored_.front(), table(1)) != description_.first_execution)
    throw Error(ExitCode::CannotStart,
                fmt::format("The program of run {} does something else here than where the check was started: it may "
                            "read files that are not here, or ask for the processor.",
                            run));
}

ClusterMember::~ClusterMember() {
  for (auto& program : programs_) program->stop();
}

const std::vector<SharedLocation>& ClusterMember::table(uint32_t generation) {
  if (generation == generation_) return table_;
  std::optional<std::string> bytes = broker_.read(run_, generation_entry(generation));
  std::optional<std::vector<SharedLocation>> shared =
      bytes ? decode_table(cluster::unfolded(broker_, run_, *bytes)) : std::nullopt;
  if (!shared) throw Error(ExitCode::CannotStart, fmt::format("Run {} does not say what its threads share.", run_));
  table_ = std::move(*shared);
  generation_ = generation;
  return table_;
}

ClusterMember::Standing ClusterMember::standing_of(const WorkItem& item) {
  if (broker_.read(run_, generation_entry(item.generation + 1))) return Standing::Void;
  if (broker_.read(run_, result_entry(item.generation, item.id))) return Standing::Void;
  if (item.parent.empty()) return item.id == whole_of(item.generation) ? Standing::Open : Standing::Void;
  std::optional<std::string> bytes = broker_.read(run_, result_entry(item.generation, item.parent));
  if (!bytes) return Standing::Early;
  std::optional<PartResult> parent = decode_result(cluster::unfolded(broker_, run_, *bytes));
  if (!parent) return Standing::Void;
  return std::ranges::find(parent->left, item.id) != parent->left.end() ? Standing::Open : Standing::Void;
}

void ClusterMember::work_on(cluster::Delivery& delivery) {
  if (description_.has_jobs) return work_on_job(delivery);
  if (description_.has_samples) return work_on_samples(delivery);
  std::optional<WorkItem> item = decode_item(cluster::unfolded(broker_, run_, delivery.bytes()));
  if (!item) {
    fmt::print(stderr, "selvage: refused an item of run {} that is damaged.\n", run_);
    return delivery.done();
  }
  switch (standing_of(*item)) {
    case Standing::Early:
      return delivery.give_back(time_until_next(delivery.attempts()));
    case Standing::Void:
      return delivery.done();
    case Standing::Open:
      break;
  }
  PartResult result;
  std::string state;
  size_t most_parts = 1;
  std::optional<Error> error = attempt(delivery, [&] {
    ClusterSlice slice(broker_, run_, delivery, description_.slice);
    result = explore(*item, slice, state);
    slice.end();
    if (delivery.attempts() <= kAttemptsAfterErrors) require_own_fault(result);
    if (slice.is_run_gone()) throw cluster::RunGone(run_);
    if (slice.idle_workers() != 0) most_parts = std::min(kMostParts, (slice.idle_workers() + 1) * kPartsPerWorker);
  });
  if (error) result = failed_part(*error);
  delivery.keep();
  report(*item, std::move(result), state, most_parts);
  delivery.done();
}

std::optional<Error> ClusterMember::attempt(cluster::Delivery& delivery, const std::function<void()>& work) {
  try {
    if (delivery.attempts() > kMostAttempts)
      throw Error(
          ExitCode::Internal,
          fmt::format("{} workers have begun with one piece of work, and none came to an end with it.", kMostAttempts));
    work();
  } catch (const cluster::RunGone&) {
    throw;
  } catch (const cluster::Interrupted&) {
    throw;
  } catch (const Error& error) {
    if (delivery.attempts() > kAttemptsAfterErrors) return error;
    delivery.give_back(kAfterError);
    throw;
  }
  return {};
}

// A crash may come from an instruction that only this processor does not know. Then others have to see it, too.
void ClusterMember::require_own_fault(const PartResult& result) const {
  bool has_crashed = std::ranges::any_of(result.seen.findings, [](const check::Finding& finding) {
    return finding.kind == check::FindingKind::Crash || finding.kind == check::FindingKind::Killed;
  });
  if (has_crashed && !missing_features_.empty())
    throw Error(ExitCode::CannotStart,
                fmt::format("The program crashes, perhaps because this processor lacks {}.", missing_features_));
}

PartResult ClusterMember::explore(const WorkItem& item, const ClusterSlice& slice, std::string& state) {
  Clock::time_point begin = Clock::now();
  std::vector<SharedLocation> shared = table(item.generation);
  Examination examination(options_.properties, options_.keep_going, judge_.get(), &temporal_.properties);
  examination.go_on_with(shared.size());
  uint64_t unrepeated = sum_of_unrepeated(programs_);
  std::vector<explore::Target*> targets;
  for (auto& program : explored_) targets.push_back(program.get());

  explore::SearchOptions options;
  options.interrupted = &slice.is_over();
  options.ended = &interrupted();
  options.is_divided = true;
  use_reductions(options_, launcher_->program(), options);
  options.resume = item.state;
  options.starts_over = false;
  SearchWatch watch(examination, shared);
  auto strategy = explore::make_strategy(options_.effective_strategy());
  explore::SearchResult found = explore::search(*strategy, targets, options, watch, shared);
  if (!found.resumed) throw Error(ExitCode::Internal, fmt::format("A sub-tree of run {} cannot be read.", run_));

  if (found.end == End::NotDeterministic) {
    if (std::optional<check::Finding> lost = find_lost(explored_, found.suspect, options_.properties)) {
      lost->shared_count = shared.size();
      examination.add(std::move(*lost));
    }
  }
  double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  PartResult result = part_of(found, examination, shared.size(), seconds);
  result.unrepeated_ends = sum_of_unrepeated(programs_) - unrepeated;
  state = std::move(found.state);
  executions_ += result.counts.executions;
  return result;
}

void ClusterMember::report(const WorkItem& item, PartResult result, const std::string& state, size_t most_parts) {
  std::vector<std::string> left;
  if (!state.empty()) {
    std::optional<explore::SavedParts> parts = explore::take_apart(state, most_parts, broker_.most_bytes());
    if (!parts) throw std::logic_error("A search cannot read what it wrote.");
    left = std::move(parts->left);
  }
  for (std::string& part : left) {
    WorkItem rest{item.generation, new_id(), item.id, std::move(part)};
    broker_.put(run_, rest.generation, rest.id, cluster::fitted(broker_, run_, encode(rest)));
    result.left.push_back(rest.id);
  }
  result.worker = worker_;
  broker_.write_once(run_, result_entry(item.generation, item.id), cluster::fitted(broker_, run_, encode(result)));
}

}  // namespace selvage::cli
