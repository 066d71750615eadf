#include "explore/tree_worker.h"

#include <algorithm>

namespace selvage::explore {

namespace {

// More walkers fill batches better, but each of them costs something.
inline constexpr size_t kMostWalkers = 16;
// A first look: there may be enough to execute ahead of its turn without them.
inline constexpr uint64_t kBatchesToJudge = 64;

}  // namespace

TreeWorker::TreeWorker(const Reduction& reduction, Frontier& frontier, Course& course, Target& target,
                       Observer& observer, size_t batch)
    : reduction_(reduction),
      frontier_(frontier),
      course_(course),
      target_(target),
      observer_(observer),
      batch_(batch),
      jobs_(batch) {
  walkers_.push_back(std::make_unique<Watched>(reduction_, frontier_, observer_));
}

bool TreeWorker::take_in(Watched& watched) {
  Walker& walker = watched.walker;
  Outcome outcome = walker.next_outcome();
  bool complete = outcome != Outcome::SleepBlocked && outcome != Outcome::ScheduleMismatch;
  if (complete ? !course_.count_execution() : !course_.count_blocked()) return false;
  walker.take_in();
  const Execution& execution = walker.taken();
  if (walker.went_another_way()) {
    course_.suspect(walker.path());
    return false;
  }
  size_t known = walker.unchanged_steps();
  if (!watched.observer->on_execution(walker.path(), known, execution)) {
    course_.finish(End::Stopped);
  } else if (!execution.found.empty()) {
    course_.find(execution.found);
  }
  spare_.push_back(walker.leave());
  return true;
}

void TreeWorker::take_in() {
  for (auto& watched : walkers_) {
    while (watched->walker.turn() == Walker::Turn::Ahead)
      if (course_.is_over() || !take_in(*watched)) return;
    fed_others_ |= watched->walker.has_fed_frontier();
  }
}

TreeWorker::Watched* TreeWorker::idle_walker() {
  for (auto& watched : walkers_)
    if (watched->walker.is_out_of_work()) return watched.get();
  if (walkers_.size() >= kMostWalkers) return nullptr;
  return walkers_.emplace_back(std::make_unique<Watched>(reduction_, frontier_, observer_)).get();
}

SharedNode* TreeWorker::next_node() {
  if (SharedNode* node = frontier_.find_ready()) return node;
  share_for_others();
  return frontier_.find_ready();
}

void TreeWorker::supply(bool others_want_work) {
  for (auto& watched : walkers_)
    if (watched->walker.is_out_of_work()) watched->walker.release();
  if (others_want_work) share_for_others();
  bool thin = batches_ >= kBatchesToJudge && fill_ * 3 < static_cast<double>(batch_);
  for (size_t i = 0; i < kMostWalkers; i++) {
    if (has_work() && !thin) return;
    Watched* idle = idle_walker();
    if (!idle) return;
    SharedNode* node = next_node();
    if (!node) return;
    idle->walker.begin_from(*node);
  }
}

// What begins nearest to the root is largest.
void TreeWorker::share_for_others() {
  Walker* best = nullptr;
  for (auto& watched : walkers_) {
    Walker& walker = watched->walker;
    if (walker.can_share() && (!best || walker.first_own_depth() < best->first_own_depth())) best = &walker;
  }
  if (!best) return;
  best->share();
  fed_others_ = true;
}

bool TreeWorker::has_fed_others() { return std::exchange(fed_others_, false); }

bool TreeWorker::has_work() const {
  return std::ranges::any_of(walkers_, [](const auto& w) { return !w->walker.is_out_of_work(); });
}

std::unique_ptr<Execution> TreeWorker::fresh_execution() {
  if (spare_.empty()) return std::make_unique<Execution>();
  std::unique_ptr<Execution> execution = std::move(spare_.back());
  spare_.pop_back();
  return execution;
}

bool TreeWorker::run_batch() {
  size_t busy = static_cast<size_t>(
      std::ranges::count_if(walkers_, [](const auto& w) { return w->walker.turn() == Walker::Turn::Execution; }));
  size_t count = 0;
  for (auto& watched : walkers_) {
    if (watched->walker.turn() != Walker::Turn::Execution || count == batch_) continue;
    // Everybody gets a share of what is left.
    size_t most = std::max<size_t>(1, (batch_ - count) / busy--);
    count += watched->walker.requests(most, std::span(jobs_).subspan(count));
  }
  batches_++;
  fill_ += (static_cast<double>(count) - fill_) / 16;
  requests_.resize(count);
  executions_.resize(count);
  for (size_t i = 0; i < count; i++) {
    std::swap(requests_[i], jobs_[i].request);
    executions_[i] = fresh_execution();
  }
  size_t done = target_.run(requests_, executions_);
  for (size_t i = 0; i < count; i++) std::swap(requests_[i], jobs_[i].request);
  if (done < count) return false;
  for (size_t i = 0; i < count; i++) jobs_[i].branch->ahead = std::move(executions_[i]);
  take_in();
  return true;
}

Counts TreeWorker::counts() const {
  Counts sum;
  for (const auto& watched : walkers_) sum += watched->walker.counts();
  return sum;
}

double TreeWorker::share_done() const {
  double sum = 0;
  for (const auto& watched : walkers_) sum += watched->walker.share_done();
  return sum;
}

void TreeWorker::list_walkers(std::vector<const Walker*>& walkers) const {
  for (const auto& watched : walkers_) walkers.push_back(&watched->walker);
}

void TreeWorker::join_observers() {
  for (auto& watched : walkers_) observer_.join(*watched->observer);
}

}  // namespace selvage::explore
