// A depth-first walk through a part of the search tree: names the schedules that come next, takes in their executions,
// finds races, adds the branches that they call for, goes on with the next branch.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explore/asking.h"
#include "explore/counts.h"
#include "explore/frontier.h"
#include "explore/node.h"
#include "explore/race_free.h"
#include "explore/reduction.h"
#include "explore/target.h"
#include "model/lock_sets.h"

namespace selvage::explore {

class Walker {
 public:
  Walker(const Reduction& reduction, Frontier& frontier);

  // At the root of a tree that nobody has entered.
  void begin();

  enum class Turn {
    Execution,  // of schedules that requests() names
    Ahead,      // an execution is there and has to be taken in
    OutOfWork,
  };
  Turn turn() const;
  bool is_out_of_work() const { return !current_; }
  // Of the execution that has to be taken in.
  Outcome next_outcome() const { return current_->ahead->outcome; }

  // Schedules to be executed, the one whose turn it is first, at most `most`. Their executions are delivered, to the
  // branches that the jobs name, before anything else is asked of the walker.
  size_t requests(size_t most, std::span<Job> jobs);
  // Extends the path by the execution whose turn it is, and adds the branches that its races call for.
  void take_in();
  const Execution& taken() const { return *taken_; }
  // The program did not do what it did before, when its schedule began in the same way.
  bool went_another_way() const { return went_another_way_; }
  // Goes on to the next branch; gives the execution back for reuse.
  std::unique_ptr<Execution> leave();

  // Under the frontier's lock. Gives its topmost branches away, if there are any.
  bool can_share() const { return first_depth_to_share() < node_count_; }
  void share();
  // Takes a branch from a shared node.
  void begin_from(SharedNode& node);
  // Out of work: has finished with the branch that it took.
  void release();
  // There is more that others can take from shared nodes, since the last call.
  bool has_fed_frontier() { return std::exchange(fed_frontier_, false); }

  const Counts& counts() const { return counts_; }
  const model::Path& path() const { return path_; }
  // How many of its first steps are those of the path at the last call.
  size_t unchanged_steps();
  // Of the whole search tree, the share that lies behind it, if the branches of a node are alike (weighted backtrack
  // estimator). What asks for a branch comes after others were explored: the branches of a node count as they are known now.
  double share_done() const { return share_left_ + present_share(); }

  // For those who save the tree.
  size_t first_own_depth() const { return base_; }
  size_t node_count() const { return node_count_; }
  const Node& node(size_t depth) const { return nodes_[depth]; }
  const Pending* present() const { return current_ ? &*current_ : nullptr; }
  // The node that it is in or below of, and the branch of it. Null: there is none.
  const SharedNode* last_shared() const { return shared_.empty() ? nullptr : shared_.back(); }
  const Branch* last_branch() const { return branch_; }
  // It has taken a branch from the last shared node that has not been executed yet.
  bool is_beginning() const { return current_ && node_count_ == base_; }

 private:
  Node& push_node();
  // Shared ones stay locked until close().
  Node& open(size_t depth);
  void close();
  void cut_path(size_t length);
  void follow(const Execution& execution);
  void add_alternatives(Node& node, const model::Transition& step);
  void fall_asleep(const Node& parent, Node& child);
  void reverse_found_races();
  bool was_let_go_on_by_end(const Execution& execution, const Unfinished& thread) const;
  void reverse_races(const Execution& execution);
  void reverse_hidden_waits(const Execution& execution);
  void leave_out_race_free_end(const Execution& execution, model::Position first_new);
  void expand(const Execution& execution);
  void go_on_without_last_step(const Execution& execution);
  void go_on_behind_livelock(const Execution& execution);
  void add(size_t depth, uint16_t thread);
  void take_next_branch();
  void take_first_branch(Node& node);
  size_t first_depth_to_share() const;
  void share_node(size_t depth);
  void move_to(SharedNode& node);
  void own(SharedNode& node);
  void weigh();
  bool is_own(size_t depth) const { return depth >= base_; }
  double present_share() const;

  const Reduction& reduction_;
  Frontier& frontier_;
  model::Path path_;
  model::LockSets locks_;    // along the path, where the reduction asks for them
  std::vector<Node> nodes_;  // nodes_[i] is the state before step i, for base_ <= i < node_count_; the rest is spare
  size_t node_count_ = 0;
  size_t base_ = 0;                  // nodes before this one are shared
  std::vector<SharedNode*> shared_;  // those
  const Branch* branch_ = nullptr;   // of the last of those, that it is in
  std::vector<uint64_t> way_;        // ids of shared nodes that the path leads through, also when it has left them
  std::optional<Pending> current_;   // whose turn it is, from the last node; none: nothing left here
  std::vector<const Branch*> left_;  // explored from the last node before it
  std::unique_ptr<Execution> taken_;
  bool went_another_way_ = false;
  bool fed_frontier_ = false;
  size_t unchanged_ = 0;
  size_t asked_ahead_ = 0;  // branches whose executions are there, and whose turn has not come
  std::vector<model::Race> races_;
  std::optional<RaceFreeEnd> race_free_end_;
  Counts counts_;
  double weight_ = 1;      // share of the whole tree
  double share_left_ = 0;  // of nodes that it has left, or given away

  Asking asking_;
  std::unique_lock<std::mutex> lock_;  // while a shared node is open
};

}  // namespace selvage::explore
