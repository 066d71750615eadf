// Optimal dynamic partial-order reduction without memory: each execution but the first is derived from exactly one other,
// its parent, and an execution and its task tell which ones it is the parent of. One execution per equivalence class, none
// redundant, and nothing has to be kept of what was explored.
//
// docs/optimal.md says how, and why it is complete.
#pragma once

#include <vector>

#include "explore/target.h"
#include "explore/task.h"
#include "model/path.h"

namespace selvage::explore {

class Descent {
 public:
  // `path` holds the execution of `task`; its races so far are dealt with one by one. Children go to `children`.
  void begin(const model::Path& path, const Execution& execution, Task& task, std::vector<Task>& children);

  // What comes second in the race is a step of the execution, or one that was announced when it ended and stands at the
  // end of the path for the time being.
  void reverse(const model::Race& race);
  // Other outcomes of the operations that were executed for the first time.
  void add_outcomes();
  // The execution without its last step, which ended it.
  void go_on_without_last_step();

 private:
  bool is_parent_of(const model::Race& race) const;
  void collect_sequence(const model::Race& race);
  bool is_canonical(const model::Race& race) const;
  bool overtakes_in_turn(const model::Race& race, const Reversal& before) const;
  bool comes_after(model::Position earlier, model::Position later, const model::Race& race) const;
  bool depends_on_overtaken(const Reversal& reversal, model::Position position, model::Position from) const;
  Task& add_child(model::Position inherited);

  const model::Path* path_ = nullptr;
  const Execution* execution_ = nullptr;
  Task* task_ = nullptr;
  std::vector<Task>* children_ = nullptr;
  model::Position length_ = 0;             // of the execution
  std::vector<model::Position> sequence_;  // what a race's second transition needs, and itself
};

}  // namespace selvage::explore
