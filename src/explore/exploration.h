// The depth-first search: names the next schedule, takes in its execution, finds races, goes on with the next branch.
//
// Branches count in the order of the search: the sleep sets of a branch stand for what lies to its left, and optimality
// rests on races found there having been dealt with. But what lies behind a *leaf* of a pending wakeup tree is certain
// before its turn comes: its steps and sleepers do not change any more, and all that its executions do to the nodes
// above is to propose branches. So such a part of the tree can be handed out and explored ahead of its turn, by another
// processor or side by side in one batch, and be adopted when the turn comes: its counts are added and its proposals
// accepted, in order. The result is the same as without handing out, whatever was handed out when.
// For the same reason, the schedule of a leaf can be executed ahead of its turn, and be taken in when it comes.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
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

  Counts& operator+=(const Counts& other);
};

class Handout;

class Exploration {
 public:
  explicit Exploration(const Reduction& reduction);
  // What lies behind the first leaf of nodes_[depth].pending[index] of `whole`.
  Exploration(Exploration& whole, size_t depth, size_t index);

  enum class Turn {
    Execution,  // of schedules that requests() names
    Ahead,      // an execution is there and has to be taken in
    Handout,    // awaited() has to be explored to its end, and adopted
    Over,
  };
  Turn turn() const;

  // Schedules to be executed, in the order of their turn: at most `most`, and none twice.
  struct Job {
    WakeupNode* leaf;
    Request request;
  };
  size_t requests(size_t most, std::span<Job> jobs);
  static void deliver(WakeupNode& leaf, std::unique_ptr<Execution> execution) { leaf.ahead = std::move(execution); }
  // Extends the path by the execution whose turn it is, and adds the branches that its races call for.
  void take_in();
  const Execution& taken() const { return *taken_; }
  // The program did not do what it did before, when its schedule began in the same way.
  bool went_another_way() const { return went_another_way_; }
  // Goes on to the next branch; gives the execution back for reuse.
  std::unique_ptr<Execution> leave();

  Handout& awaited() const { return *current_->handout; }
  void adopt();
  // The same for a part that has not been explored to its end, and that nobody works on: goes on from where it stands.
  void absorb();
  // Gives it up instead: it will be explored in its turn.
  void take_back();
  // All that are handed out and not adopted, in the order of the search.
  void for_each_handout(const std::function<void(Handout&)>& visit) const;

  // As bytes, without what is handed out; and back, into a new exploration. False: these are no such bytes.
  std::string save() const;
  bool restore(std::string_view bytes);

  // Hands out the largest part that can be: the one that begins nearest to the root. Null: there is none.
  std::shared_ptr<Handout> hand_out();

  const Counts& counts() const { return counts_; }
  const model::Path& path() const { return path_; }
  // Of the whole search tree, the share that the executions so far stand for (weighted backtrack estimator).
  double share_done() const { return share_done_; }

 private:
  friend class Handout;

  Node& push_node();
  bool matches_path(const Execution& execution) const;
  // Schedules under construction: steps and sleepers that lead to the forest that is looked at.
  struct Asking {
    size_t first_depth = 0;  // of the node
    std::vector<Step> steps;
    std::vector<std::pair<const Branch*, uint32_t>> sleepers;  // each with its `from`
    std::deque<Branch> known;

    const Branch* first_step(const WakeupNode& node, size_t depth, uint16_t& alternatives);
    void write(Request& request) const;
  };
  size_t ask(WakeupForest& forest, Asking& asking, std::span<Job> jobs) const;
  void follow(const Execution& execution, size_t first, size_t steps, std::unique_ptr<WakeupNode> wakeup);
  void add_alternatives(Node& node, const model::Transition& step);
  void fall_asleep(const Node& parent, Node& child, const model::Transition& step);
  void reverse_races(const Execution& execution);
  void consider(const model::Race& race);
  void expand(const Execution& execution);
  void go_on_without_last_step(const Execution& execution);
  void submit(Proposal& proposal);
  void take_next_branch();
  void shrink();
  bool is_own(size_t depth) const { return depth >= base_; }
  double share_of_path() const;

  const Reduction& reduction_;
  model::Path path_;
  std::vector<Node> nodes_;  // nodes_[i] is the state before step i, for i < node_count_; those behind that are spare
  size_t node_count_ = 0;
  size_t base_ = 0;                      // nodes before this one belong to the search that handed this part out
  std::unique_ptr<WakeupNode> current_;  // whose turn it is, from the last node; null: all done
  std::unique_ptr<Execution> taken_;
  bool went_another_way_ = false;
  std::vector<model::Race> races_;
  Counts counts_;
  double weight_ = 1;  // share of the whole tree
  double share_done_ = 0;

  // Of a part that was handed out.
  bool is_part_ = false;
  size_t chain_length_ = 0;          // steps of the wakeup sequence
  Execution head_;                   // its first execution, as far as the wakeup sequence goes
  size_t head_first_ = 0;            // where in it the part begins
  bool infeasible_ = false;          // the program could not follow it
  std::vector<Proposal> proposals_;  // for nodes before base_, in order
  Handout* handout_ = nullptr;

  Proposal proposal_;  // scratch
  Asking asking_;
};

// A part of the search tree that is explored ahead of its turn. Shared by the search that handed it out, which looks at
// the first group of members only, and the one that explores it.
class Handout {
 public:
  Handout(Exploration& whole, size_t depth, size_t index) : exploration(whole, depth, index) {
    exploration.handout_ = this;
  }

  // What its first step really does is known; it is in `first_step` from then on. Whatever is explored further to the
  // right of the same node depends on that.
  std::atomic<bool> started = false;
  Branch first_step;
  uint16_t first_alternatives = 1;

  Exploration exploration;
  std::shared_ptr<void> task;  // the search's own
};

}  // namespace selvage::explore
