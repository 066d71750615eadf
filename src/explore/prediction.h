// Executions that are known without being executed.
//
// A race of two critical sections calls for them in the other order, because both lock the same mutex. Where what they
// access in this very state does not meet, the other order leads to the same state, and all that came afterwards can come
// again: the execution is the same but for the steps that are moved to the front. docs/prediction.md says why the search may
// go on from there as if it had been executed.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "explore/target.h"
#include "explore/task.h"
#include "model/path.h"

namespace selvage::explore {

class Prediction {
 public:
  // Whether it is worth asking for.
  static bool may_concern(const DerivedTask& task);
  // `path` holds `execution`, and `task` was derived from it by a race. Whether its execution is known: `predicted` is it
  // then, with all of its steps.
  bool make(const model::Path& path, const Execution& execution, const Task& task, Execution& predicted);

 private:
  bool find_order(const Task& task);
  bool can_be_moved() const;
  bool leaves_records_alone() const;
  bool find_enabled();
  void find_next_steps();
  void take(model::Position step);
  bool add_enabled_threads();
  // Nothing: it is not known.
  std::optional<bool> can_go_on(uint16_t thread) const;
  std::optional<bool> is_free(uint64_t mutex) const;
  std::optional<bool> was_free(uint64_t mutex) const;
  bool has_ended(uint64_t thread) const;
  void write(Execution& predicted) const;

  const model::Path* path_ = nullptr;
  const Execution* execution_ = nullptr;
  model::Position first_ = 0;           // that is overtaken
  model::Position last_ = 0;            // that overtakes it: what comes behind stays where it is
  std::vector<model::Position> order_;  // of the steps from the first to the last
  std::vector<bool> is_moved_;          // of these, to the front

  // What is known of a thread in the state behind some of those steps.
  struct Thread {
    model::Position next = model::kNone;    // its next step
    const Unfinished* announced = nullptr;  // what it would have done next when the execution ended
    model::Position let_go = model::kNone;  // it may not begin before that step (docs/symmetry.md)
    bool is_created_later = false;
  };
  std::vector<Thread> threads_;
  std::vector<model::Position> following_;  // per step: the next one of its thread
  std::vector<bool> is_taken_;              // of those steps
  // Mutexes that were locked or unlocked since the first step, the newest last: whether somebody has it.
  std::vector<std::pair<uint64_t, bool>> held_;
  std::vector<uint64_t> enabled_;
};

// Takes steps off the beginning that are known from another execution; `hash` is that of these.
void leave_out_beginning(Execution& execution, size_t known, uint64_t hash);

}  // namespace selvage::explore
