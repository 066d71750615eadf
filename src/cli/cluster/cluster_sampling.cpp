#include "cli/cluster/cluster_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/check/sampled_stretch.h"
#include "cli/cluster/client_wait.h"
#include "cli/cluster/cluster_answers.h"
#include "cli/cluster/cluster_part.h"
#include "cli/cluster/cluster_run.h"
#include "cluster/blobs.h"
#include "sample/round.h"

namespace selvage::cli {
namespace {

using explore::End;
using target::Error;
using target::ExitCode;

// Between two looks at the queue, while nothing comes.
constexpr std::chrono::milliseconds kBetweenLooks(500);
// Longer than it takes until the queue gives an item to somebody else, a few times over.
constexpr std::chrono::seconds kLost(60);
// Beyond one for each worker: there is one to go on with when a result is on its way.
constexpr size_t kInReserve = 1;

template <typename Saved>
std::string saved(const Saved& value) {
  explore::SavedWriter writer;
  value.save(writer);
  return writer.take();
}

}  // namespace

ClusterSampling::ClusterSampling(cluster::Broker& broker, std::string run, Settings settings, Sampling& sampling,
                                 Examination& examination)
    : broker_(broker),
      run_(std::move(run)),
      settings_(std::move(settings)),
      sampling_(sampling),
      examination_(examination) {}

ClusterSampling::~ClusterSampling() { remove_if_over(); }

void ClusterSampling::remove_if_over() {
  if (!std::exchange(is_over_, false)) return;
  try {
    broker_.remove(run_);
  } catch (const Error& error) {
    fmt::print(stderr, "selvage: run {} is over, but stays at the broker: {}\n", run_, error.what());
  }
}

void ClusterSampling::begin(const RunDescription& description, const std::vector<ThreadPath>& threads,
                            const SamplingState& first) {
  for (size_t i = 0; i < threads.size(); i++) broker_.write_once(run_, thread_entry(i), encode_thread(threads[i]));
  broker_.write_once(run_, generation_entry(1), cluster::fitted(broker_, run_, encode_table(first.shared)));
  broker_.write_once(run_, sampling_entry(1), cluster::fitted(broker_, run_, encode(first)));
  broker_.write_once(run_, kRunEntry, cluster::fitted(broker_, run_, encode(description)));
  libraries_ = description.modules;
}

void ClusterSampling::start_with(const cluster::Entry& entry) {
  std::optional<SamplingState> state = decode_sampling(cluster::unfolded(broker_, run_, entry.bytes));
  if (!state) refuse_damaged(run_, entry.name);
  part_ = 1;
  next_ = state->first;
  sampling_.shared = state->shared;
  sampling_.unrecorded = state->unrecorded;
  restore(sampling_.sampler, state->sampler);
  restore(sampling_.coverage, state->coverage);
  join(examination_, state->opening);
  examination_.go_on_with(sampling_.shared.size());
}

bool ClusterSampling::take_in_round(const SampledRound& round) {
  uint64_t looked_at = 0, edition = sampling_.sampler.edition();
  for (const NotableDraw& draw : round.notable) {
    sampling_.coverage.take_in_others(draw.offset - looked_at);
    looked_at = draw.offset + 1;
    if (sampling_.coverage.take_in(draw.news) != 0 && sampling_.sampler.keeps_new())
      sampling_.sampler.learn_new(draw.steps);
  }
  sampling_.coverage.take_in_others(round.count - looked_at);
  std::unique_ptr<sample::Sampler> lesson = settings_.make_sampler(true);
  restore(*lesson, round.lesson);
  sampling_.sampler.take_over(*lesson);
  add_found(sampling_, round.seen.found);
  sampling_.unrecorded.insert(round.unrecorded.begin(), round.unrecorded.end());
  join(examination_, round.seen);
  next_ += round.count;
  if (examination_.unmodelled() || (!settings_.keep_going && !examination_.findings().empty())) end_ = End::Stopped;
  if (end_) return false;
  bool has_grown = is_round_end(next_) && end_round(sampling_, examination_);
  return !has_grown && sampling_.sampler.edition() == edition;
}

// What one round says about the next ones is known here only when all before it are known.
void ClusterSampling::put_together() {
  while (!end_) {
    auto found = waiting_.find(next_);
    if (found == waiting_.end()) break;
    SampledStretch stretch = std::move(found->second);
    waiting_.erase(found);
    if (!stretch.error.empty()) {
      is_over_ = true;
      throw Error(static_cast<ExitCode>(stretch.error_code), stretch.error);
    }
    uint64_t first = next_;
    bool goes_on = true;
    for (size_t i = 0; i < stretch.rounds.size() && goes_on; i++) goes_on = take_in_round(stretch.rounds[i]);
    if (settings_.max_executions != 0 && next_ >= settings_.max_executions && !end_) end_ = End::ExecutionLimit;
    if (end_) return;
    if (!goes_on) {
      begin_part();
      continue;
    }
    double rate = stretch.seconds > 0 ? static_cast<double>(next_ - first) / stretch.seconds : 0;
    auto longest = std::max<uint64_t>(static_cast<uint64_t>(rate * settings_.slice), 1);
    stretch_ = std::min(2 * std::max(stretch_, next_ - first), longest);
  }
  std::erase_if(waiting_, [&](const auto& each) { return each.first < next_; });
  std::erase_if(out_, [&](const auto& each) { return each.first < next_; });
}

// Should another one do the same at the same time, it writes the same.
void ClusterSampling::begin_part() {
  part_++;
  waiting_.clear();
  out_.clear();
  stretch_ = 1;
  SamplingState state;
  state.first = next_;
  state.shared = sampling_.shared;
  state.sampler = saved(sampling_.sampler);
  state.coverage = saved(sampling_.coverage);
  broker_.write_once(run_, sampling_entry(part_), cluster::fitted(broker_, run_, encode(state)));
  broker_.drop(run_, part_ - 1);
}

void ClusterSampling::take_in_stretch(uint64_t first, const cluster::Entry& entry) {
  out_.erase(first);
  std::optional<SampledStretch> stretch;
  if (entry.is_genuine) stretch = decode_stretch(cluster::unfolded(broker_, run_, entry.bytes));
  if (stretch && stretch->error.empty() && stretch->executions() == 0) stretch.reset();
  if (!stretch) {
    // It stays there, and no other one can be written.
    fmt::print(stderr, "selvage: refused entry {} of run {}; what is missing is drawn again.\n", entry.name, run_);
    return begin_part();
  }
  waiting_.insert_or_assign(first, std::move(*stretch));
  put_together();
}

void ClusterSampling::take_in(const cluster::Entry& entry, const Watch& watch) {
  read_ = entry.number;
  if (std::optional<StretchName> name = stretch_of_entry(entry.name)) {
    if (name->part == part_ && name->first >= next_) take_in_stretch(name->first, entry);
  } else if (!entry.is_genuine) {
    return;
  } else if (is_thread_entry(entry.name)) {
    std::optional<ThreadPath> path = decode_thread(entry.bytes);
    if (!path || entry.name != thread_entry(threads_.size())) refuse_damaged(run_, entry.name);
    threads_.push_back(*path);
  } else if (part_ == 0 && part_of_sampling_entry(entry.name) == 1u) {
    start_with(entry);
  } else {
    answer(broker_, run_, libraries_, entry, watch.notice);
  }
}

uint64_t ClusterSampling::end_of_stretch(uint64_t first) const {
  uint64_t limit = settings_.max_executions == 0 ? UINT64_MAX : settings_.max_executions;
  // Others begin there.
  if (auto other = out_.upper_bound(first); other != out_.end()) limit = std::min(limit, other->first);
  if (auto other = waiting_.upper_bound(first); other != waiting_.end()) limit = std::min(limit, other->first);
  uint64_t end = sample::round_end(first);
  while (end - first < stretch_ && end < limit) end = sample::round_end(end);
  return std::min(end, limit);
}

void ClusterSampling::hand_out(const Watch& watch) {
  std::erase_if(out_, [](const auto& out) { return Clock::now() - out.second.since > kLost; });
  if (Clock::now() >= next_look_) {
    cluster::QueueState queue = broker_.queue(run_);
    if (absence_.look(queue, Clock::now()) && watch.notice) watch.notice(AbsenceWatch::kSentence);
    workers_ = std::max<size_t>(queue.taken + queue.idle_workers, 1);
    next_look_ = Clock::now() + kBetweenLooks;
  }
  uint64_t first = next_;
  while (out_.size() < workers_ + kInReserve && (settings_.max_executions == 0 || first < settings_.max_executions)) {
    if (auto known = waiting_.find(first); known != waiting_.end()) {
      const SampledStretch& stretch = known->second;
      // Nothing behind it counts.
      if (stretch.rounds.empty() || !stretch.rounds.back().seen.found.empty()) return;
      first += stretch.executions();
      continue;
    }
    if (auto known = out_.find(first); known != out_.end()) {
      first = known->second.end;
      continue;
    }
    SampleItem item{part_, first, end_of_stretch(first)};
    broker_.put(run_, part_, new_id(), encode(item));
    out_[first] = {item.end, Clock::now()};
    first = item.end;
  }
}

// False: there was nothing to do.
bool ClusterSampling::go_on(const Watch& watch) {
  std::vector<cluster::Entry> entries = broker_.read_after(run_, read_);
  for (const cluster::Entry& entry : entries) {
    take_in(entry, watch);
    if (end_) return true;
  }
  for (const std::string& sentence : broker_.told(run_)) {
    is_over_ = true;
    throw Error(ExitCode::Internal, fmt::format("A worker cannot go on: {}", printable(sentence)));
  }
  // What others have done already comes first.
  if (entries.empty() && part_ != 0) hand_out(watch);
  return !entries.empty();
}

End ClusterSampling::collect(const Watch& watch) {
  // From here on somebody else can go on with it.
  is_over_ = false;
  auto advance = [&] {
    bool had_work = go_on(watch);
    if (watch.on_progress) watch.on_progress();
    return had_work;
  };
  try {
    if (!wait_for_workers(watch.deadline, advance, [&] { return end_.has_value(); })) end_ = End::TimeLimit;
  } catch (const cluster::Interrupted&) {
    end_ = End::Interrupted;
    // As long as it is known that nobody wants to wait for the broker.
    is_over_ = true;
    remove_if_over();
    return *end_;
  } catch (const cluster::NoRoom&) {
    is_over_ = true;
    throw;
  }
  is_over_ = true;
  return *end_;
}

}  // namespace selvage::cli
