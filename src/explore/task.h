// An execution that remains to be done, and where it comes from. Nothing else is kept of the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::explore {

// A stretch of an execution that is not what the program does by default, but what a race in the parent execution called
// for: steps `begin` to `head`, of which the last one overtook the step that the default would have taken, and those before
// it are what it needs. Or an outcome of an operation other than its first one: `begin` and `head` are that step.
struct Reversal {
  model::Position begin;
  model::Position head;
  // The default's step comes here after all; kNone: not yet.
  model::Position resumed = model::kNone;
  // What it would have done if it had not been overtaken. Operation::None: this is another outcome.
  Footprint overtaken = {};

  bool overtakes() const { return overtaken.operation != Operation::None; }
};

struct Task {
  std::vector<Step> steps;  // then the default
  std::vector<Reversal> reversals;
  // From here on, other outcomes of operations have not been seen to.
  model::Position fresh = 0;
  // The first steps are those of the parent execution; they lead through the same operations.
  model::Position inherited = 0;
  uint64_t inherited_hash = 0;
  double weight = 1;  // share of the whole search
  // Its execution followed from another one: the steps are all of it (explore/prediction.h).
  bool is_predicted = false;
  // Threads whose next step would end the execution at once, which others have seen to: they wait until something happens
  // that it depends on. Footprints as in Schedule.
  std::vector<Sleeper> sleeping;
  std::vector<Footprint> footprints;
};

// Tasks that remain, the newest ones last. Those that are done lend their memory to new ones.
class TaskHeap {
 public:
  bool empty() const { return tasks_.empty(); }
  size_t size() const { return tasks_.size(); }
  std::span<Task> all() { return tasks_; }
  std::span<const Task> all() const { return tasks_; }

  Task& add();  // an empty one
  void put(Task&& task) { tasks_.push_back(std::move(task)); }
  Task take();
  // The newest ones go.
  void shorten(size_t size) { tasks_.erase(tasks_.begin() + static_cast<ptrdiff_t>(size), tasks_.end()); }
  void discard(Task&& task) { spare_.push_back(std::move(task)); }

  // The oldest ones have most behind them.
  std::vector<Task> take_older_half();

 private:
  std::vector<Task> tasks_, spare_;
};

}  // namespace selvage::explore
