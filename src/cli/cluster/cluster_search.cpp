#include "cli/cluster/cluster_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

#include "cli/cluster/client_wait.h"
#include "cli/cluster/cluster_answers.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_run.h"
#include "cluster/blobs.h"
#include "explore/saved_parts.h"

namespace selvage::cli {
namespace {

using explore::End;
using target::Error;
using target::ExitCode;
using Clock = std::chrono::steady_clock;

// Between two looks at the queue, while nothing comes.
constexpr std::chrono::seconds kBetweenLooks(1);
// Looks in a row at which there was work missing that nobody had.
constexpr unsigned kFewQuietLooks = 3;
// Parts that the opening search is cut into: enough for many workers to begin with.
constexpr size_t kOpeningParts = 64;

}  // namespace

ClusterSearch::~ClusterSearch() { remove_if_over(); }

void ClusterSearch::remove_if_over() {
  if (!std::exchange(is_over_, false) || run_.empty()) return;
  try {
    broker_->remove(run_);
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: run {} is over, but stays at the broker: {}\n", run_, error.what());
  }
}

void ClusterSearch::create() {
  run_ = new_id().substr(0, 12);
  // Unless it comes to its beginning, nobody can go on with it.
  is_over_ = true;
  broker_->create(run_);
}

void ClusterSearch::put_parts(uint32_t generation, const std::string& parent, const std::string& state,
                              PartResult& result) {
  std::optional<explore::SavedParts> parts = explore::take_apart(state, kOpeningParts, broker_->most_bytes());
  if (!parts) throw std::logic_error("A search cannot read what it wrote.");
  for (std::string& part : parts->left) {
    WorkItem item{generation, new_id(), parent, std::move(part)};
    broker_->put(run_, generation, item.id, cluster::fitted(*broker_, run_, encode(item)));
    result.left.push_back(item.id);
  }
}

void ClusterSearch::begin(const RunDescription& description, const std::vector<SharedLocation>& shared,
                          const std::vector<ThreadPath>& threads, PartResult opening, const std::string& state) {
  for (size_t i = 0; i < threads.size(); i++) broker_->write_once(run_, thread_entry(i), encode_thread(threads[i]));
  broker_->write_once(run_, generation_entry(1), cluster::fitted(*broker_, run_, encode_table(shared)));
  broker_->write_once(run_, kRunEntry, cluster::fitted(*broker_, run_, encode(description)));
  libraries_ = description.modules;
  put_parts(1, whole_of(1), state, opening);
  broker_->write_once(run_, result_entry(1, whole_of(1)), cluster::fitted(*broker_, run_, encode(opening)));
  is_over_ = false;
}

RunDescription ClusterSearch::attach(const std::string& run, const SameRun& same) {
  RunDescription description = description_to_attach_to(*broker_, run, same);
  run_ = run;
  libraries_ = description.modules;
  return description;
}

void ClusterSearch::begin_generation(uint32_t generation, const cluster::Entry& entry, Examination& examination) {
  if (generation <= generation_) return;
  std::optional<std::vector<SharedLocation>> shared = decode_table(cluster::unfolded(*broker_, run_, entry.bytes));
  if (!shared) refuse_damaged(run_, entry.name);
  sum_.shared = std::move(*shared);
  sum_.counts = {};
  sum_.share_done = 0;
  if (generation_ != 0) sum_.restarts++;
  generation_ = generation;
  examination.start_over(sum_.shared.size());
  found_.clear();
  is_spoilt_ = false;
  looks_without_results_ = 0;
  sections_.clear();
  ledger_.begin(whole_of(generation));
}

// Entries of one result may belong together. Those that others have told in part come up again after the restart.
void ClusterSearch::note_found(const std::vector<SharedLocation>& found) {
  bool is_new = std::ranges::none_of(
      found, [&](SharedLocation location) { return std::ranges::find(found_, location) != found_.end(); });
  if (is_new) found_.insert(found_.end(), found.begin(), found.end());
}

void ClusterSearch::take_in_result(const ResultName& name, const cluster::Entry& entry, Examination& examination) {
  if (name.generation != generation_) return;
  if (!ledger_.is_missing(name.id)) {
    fmt::print(stderr, "selvage: refused entry {} of run {}: there is no such sub-tree.\n", entry.name, run_);
    return;
  }
  std::optional<PartResult> result = decode_result(cluster::unfolded(*broker_, run_, entry.bytes));
  if (!result) {
    // It stays there, and no other one can be written.
    fmt::print(stderr, "selvage: refused entry {} of run {}, which is damaged; the search starts over.\n", entry.name,
               run_);
    is_spoilt_ = true;
    return;
  }
  ledger_.take_in(name.id, result->left);
  join(examination, *result);
  sum_.counts += result->counts;
  sum_.share_done += result->share_done;
  sum_.restarts += result->seen.restarts;
  unrepeated_ends_ += result->unrepeated_ends;
  waiting_loops_.insert(result->waiting_loops.begin(), result->waiting_loops.end());
  note_found(result->found);
  note_found(sections_.take_in(result->sections, blocks_));
  if (!result->error.empty() && !error_) error_.emplace(static_cast<ExitCode>(result->error_code), result->error);
  if (result->end == End::NotDeterministic) {
    sum_.suspect = result->suspect;
    end_ = End::NotDeterministic;
  }
  bool is_enough = !keep_going_ && !examination.findings().empty();
  if (!end_ && (is_enough || result->end == End::Stopped)) end_ = End::Stopped;
}

void ClusterSearch::take_in(const cluster::Entry& entry, Examination& examination) {
  read_ = entry.number;
  if (!entry.is_genuine) return start_over_without(entry);
  if (is_thread_entry(entry.name)) {
    std::optional<ThreadPath> path = decode_thread(entry.bytes);
    if (!path || entry.name != thread_entry(threads_.size())) refuse_damaged(run_, entry.name);
    threads_.push_back(*path);
  } else if (std::optional<uint32_t> generation = generation_of_entry(entry.name)) {
    begin_generation(*generation, entry, examination);
  } else if (std::optional<ResultName> name = result_of_entry(entry.name)) {
    take_in_result(*name, entry, examination);
  } else {
    answer(*broker_, run_, libraries_, entry, notice_);
  }
}

void ClusterSearch::put_whole() {
  WorkItem whole{generation_, whole_of(generation_), "", ""};
  broker_->put(run_, generation_, whole.id, encode(whole));
}

// Should another one do the same at the same time, the first to write counts.
void ClusterSearch::start_over(const std::vector<SharedLocation>& found) {
  std::vector<SharedLocation> shared = sum_.shared;
  shared.insert(shared.end(), found.begin(), found.end());
  uint32_t next = generation_ + 1;
  broker_->write_once(run_, generation_entry(next), cluster::fitted(*broker_, run_, encode_table(shared)));
  broker_->drop(run_, generation_);
  WorkItem whole{next, whole_of(next), "", ""};
  broker_->put(run_, next, whole.id, encode(whole));
}

// A forged result keeps the true one from being written.
void ClusterSearch::start_over_without(const cluster::Entry& forged) {
  std::optional<ResultName> name = result_of_entry(forged.name);
  if (name && name->generation == generation_ && ledger_.is_missing(name->id)) start_over({});
}

void ClusterSearch::look_after() {
  // Whoever began the generation may not have come to putting it into the queue, or died with its parts in the queue and
  // no result that names them. If it is there, one of the two counts; without workers it is not to pile up.
  if (ledger_.results() == 0 && ++looks_without_results_ % kFewQuietLooks == 0 &&
      std::has_single_bit(looks_without_results_ / kFewQuietLooks))
    put_whole();
  cluster::QueueState queue = broker_->queue(run_);
  if (absence_.look(queue, Clock::now()) && notice_) notice_(AbsenceWatch::kSentence);
  bool has_nobody = queue.waiting == 0 && queue.taken == 0;
  // What somebody has is shared as soon as others are idle, unless nobody has it and only left-overs of the dead are there.
  bool seems_lost = queue.waiting == 0 && queue.idle_workers > 0;
  quiet_looks_ = has_nobody || seems_lost ? quiet_looks_ + 1 : 0;
  if (quiet_looks_ < (has_nobody ? kFewQuietLooks : patience_)) return;
  quiet_looks_ = 0;
  if (!has_nobody) patience_ *= 2;
  fmt::print(
      stderr,
      "selvage: the broker has lost {} sub-trees of run {}; the search starts over, so that nothing is missing.\n",
      ledger_.missing(), run_);
  start_over({});
}

// False: there was nothing to do.
bool ClusterSearch::go_on(Examination& examination) {
  std::vector<cluster::Entry> entries = broker_->read_after(run_, read_);
  for (const cluster::Entry& entry : entries) {
    quiet_looks_ = 0;
    take_in(entry, examination);
    if (end_ || error_) return true;
  }
  // What others have done already comes first.
  if (!entries.empty()) return true;
  if (!found_.empty() || is_spoilt_) {
    start_over(std::exchange(found_, {}));
    return true;
  }
  if (generation_ == 0 || !ledger_.is_complete()) return false;
  end_ = End::Complete;
  return true;
}

bool ClusterSearch::advance(Examination& examination) {
  if (end_ || error_) return false;
  bool was_idle = !go_on(examination);
  if (was_idle && !end_ && !error_ && Clock::now() >= next_look_) {
    look_after();
    next_look_ = Clock::now() + kBetweenLooks;
  }
  for (const std::string& sentence : broker_->told(run_))
    if (!end_ && !error_)
      error_.emplace(ExitCode::Internal, fmt::format("A worker cannot go on: {}", printable(sentence)));
  return !was_idle;
}

std::optional<explore::SearchResult> ClusterSearch::ended() {
  if (!end_ && !error_) return std::nullopt;
  is_over_ = true;
  if (error_) throw *error_;
  sum_.end = *end_;
  return sum_;
}

explore::SearchResult ClusterSearch::collect(Examination& examination, const Watch& watch) {
  auto advance_and_tell = [&] {
    bool had_work = advance(examination);
    if (watch.on_progress) watch.on_progress({examination.counts().executions, sum_.share_done, ledger_.missing()});
    return had_work;
  };
  try {
    if (!wait_for_workers(watch.deadline, advance_and_tell, [&] { return end_ || error_; })) end_ = End::TimeLimit;
  } catch (const cluster::Interrupted&) {
    end_ = End::Interrupted;
    is_over_ = true;
    // As long as it is known that nobody wants to wait for the broker.
    remove_if_over();
    sum_.end = End::Interrupted;
    return sum_;
  } catch (const cluster::NoRoom&) {
    is_over_ = true;
    throw;
  }
  return *ended();
}

}  // namespace selvage::cli
