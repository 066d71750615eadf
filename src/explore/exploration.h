// The depth-first search itself: names schedules, takes in executions, finds races, goes on with the next branch.
//
// Branches are taken strictly in order: the sleep sets of a branch stand for what lies to its left, and optimality
// rests on races found there having been dealt with. What need not wait is *running* the program: the schedule of a
// branch that is pending anywhere on the current path is known for certain before its turn comes, since its steps and
// sleepers cannot change any more. So schedules are handed out ahead of their turn, to fill a batch or to keep several
// processes busy, and their executions are taken in when it comes. The result does not depend on how many are ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/node.h"
#include "explore/reduction.h"
#include "explore/target.h"

namespace selvage::explore {

struct Counts {
  uint64_t executions = 0;
  uint64_t blocked = 0;      // ended because everything that could go on was asleep
  uint64_t infeasible = 0;   // a reversal that the program could not follow
  uint64_t transitions = 0;  // taken for the first time
  uint64_t races = 0;
};

class Exploration {
 public:
  explicit Exploration(const Reduction& reduction);

  // Schedules to run, in the order of their turn: at most `most`, and none twice. Each `branch` is given back with its
  // execution by deliver().
  struct Job {
    WakeupNode* branch;
    Request request;
  };
  void jobs(size_t most, std::vector<Job>& result);
  static void deliver(WakeupNode& branch, std::unique_ptr<Execution> execution);

  bool finished() const { return !current_; }
  // The execution whose turn it is, or null where it has not been delivered yet.
  const Execution* next() const;
  Request next_request() const {
    return request_of(nodes_.size() - 1, *current_, nodes_.back().explored.size() - 1, 0);
  }
  // Takes that execution in: extends the path by it, and adds the branches that its races call for.
  void take_in();
  const Execution& taken() const { return *taken_; }
  // The program did not do what it did before, when its schedule began in the same way.
  bool went_another_way() const { return went_another_way_; }
  // Leaves it for the next branch; gives the execution back for reuse.
  std::unique_ptr<Execution> leave();

  const Counts& counts() const { return counts_; }
  const model::Path& path() const { return path_; }

 private:
  Request request_of(size_t depth, const WakeupNode& branch, size_t explored_before, size_t pending_before) const;
  void follow(const Execution& execution, std::unique_ptr<WakeupNode> wakeup);
  void add_alternatives(Node& node, const model::Transition& step);
  void fall_asleep(const Node& parent, Node& child, const model::Transition& step);
  void reverse_races(const Execution& execution);
  void take_next_branch();

  const Reduction& reduction_;
  model::Path path_;
  std::vector<Node> nodes_;              // nodes_[i] is the state before step i
  std::unique_ptr<WakeupNode> current_;  // whose turn it is, from nodes_.back(); null: all done
  std::unique_ptr<Execution> taken_;
  bool went_another_way_ = false;
  std::vector<model::Race> races_;
  Counts counts_;
};

}  // namespace selvage::explore
