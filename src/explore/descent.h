// Optimal dynamic partial-order reduction without memory: each execution but the first is derived from exactly one other,
// its parent, and an execution and its task tell which ones it is the parent of. One execution per equivalence class, none
// redundant, and nothing has to be kept of what was explored.
//
// docs/optimal.md says how, and why it is complete.
#pragma once

#include <span>
#include <vector>

#include "explore/order_counts.h"
#include "explore/overtaking.h"
#include "explore/target.h"
#include "explore/task.h"
#include "model/path.h"

namespace selvage::explore {

class Course;

class Descent {
 public:
  // `path` holds the execution of `task`, in these steps; its races so far are dealt with one by one. Children go to
  // `children`, as differences to it; not all of them where the course is stopped meanwhile.
  void begin(const model::Path& path, std::span<const Step> steps, const Execution& execution, Task& task,
             TaskHeap& children, const Course& course, OrderCounts& orders);

  // Another execution shows the same: the default has led to an order in which others have overtaken.
  bool is_redundant() const { return !out_of_turn_.empty(); }

  void reverse(const model::Race& race);
  // What comes second in these races was announced when the execution ended, and stands at the end of the path for the time
  // being.
  void reverse_announced(std::span<const model::Race> races);
  // Other outcomes of the operations that were executed for the first time.
  void add_outcomes();
  // The execution without its last step, which ended it.
  void go_on_without_last_step();
  // Threads that could go round for ever could do something else as well.
  void go_on_behind_livelock();

 private:
  void find_last_steps();
  bool steps_behind(uint16_t thread, model::Position position) const;
  bool lower_steps_behind(uint16_t thread, model::Position position) const;
  void find_out_of_turn();
  bool is_parent_of(const model::Race& race) const;
  bool is_parent_of(const Overtake& overtake) const;
  void collect_needed(const model::Race& race);
  void find_resumed();
  void need(model::Position begin, model::Position end);
  bool is_needed(model::Position position) const;
  // Whether it holds for one of the steps that the second one of the race needs.
  template <typename Function>
  bool any_needed(Function&& function) const;
  void overtake(model::Position waiting);
  bool stays_blocked(const model::Race& race) const;
  void add_reversed(const model::Race& race);
  bool is_canonical(const model::Race& race);
  bool overtakes_in_turn(const model::Race& race, const Reversal& before) const;
  bool wakes(model::Position signal, model::Position waiter) const;
  bool would_end(const model::Race& race) const;
  bool comes_after(model::Position earlier, model::Position later, const model::Race& race) const;
  bool depends_on_overtaken(const Reversal& reversal, model::Position position, const model::Race& race) const;
  bool depends_on_overtaken(const Reversal& reversal, model::Position position) const;
  DerivedTask& add_child(model::Position inherited);

  const model::Path* path_ = nullptr;
  std::span<const Step> steps_;
  const Execution* execution_ = nullptr;
  Task* task_ = nullptr;
  TaskHeap* children_ = nullptr;
  const Course* course_ = nullptr;
  OrderCounts* orders_ = nullptr;
  model::Position length_ = 0;  // of the execution
  // A step that has overtaken what the reversal had overtaken, in spite of its turn being earlier.
  struct OutOfTurn {
    model::Position begin;  // of the reversal
    model::Position step;
  };
  std::vector<OutOfTurn> out_of_turn_;
  std::vector<model::Position> last_steps_;  // of each thread; kNone: it has none
  std::vector<uint32_t> open_;               // reversals whose overtaken step does not come directly behind the head
  Origin::Pointer origin_;                   // of the children; null: there is none yet
  std::vector<model::Position> next_of_thread_;
  std::vector<Run> runs_;
  std::vector<Run> needed_;  // what a race's second transition needs, in the order of the path
  Footprint second_ = {};    // that one's operation, as it comes out in the child
  bool is_struck_ = false;   // it is what the thread waited for when the first one struck it
  Overtaking overtaking_;
  model::Position overtaker_ = model::kNone;  // that has been seen to
};

}  // namespace selvage::explore
