// The part of the search tree that walkers share: nodes from which more than one of them may take branches.
//
// A walker has the nodes of its own part of the tree to itself. Where others are out of work it gives its topmost nodes
// with pending branches to the frontier; whoever is out of work takes a branch from there and walks what lies behind it.
// Branches that races call for are added to shared nodes at once, whoever finds them.
//
// The order in which branches of a node are begun stands for the order of a search without walkers. Of two branches, the
// one begun earlier sleeps in the other's part. What the earlier one's races call for and begins with the later one has to
// be inserted into that one's wakeup tree, as it would have been if it had waited for its turn; but behind the end of a
// wakeup sequence nobody sleeps any more, so that what lies there is complete in itself. So only the nodes *within* the
// sequences that were begun have to be kept where others can reach them: interior nodes.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/node.h"
#include "model/path.h"

namespace selvage::explore {

struct SharedNode : Node {
  uint64_t id = 0;               // never used again
  SharedNode* parent = nullptr;  // null: the root
  Explored* branch = nullptr;    // of the parent, that leads here
  size_t depth = 0;
  // The step that leads here from the parent.
  model::Transition step;
  std::vector<Footprint> inner;
  std::vector<uint64_t> enabled;
  void take_step(const model::Path& path, model::Position position);

  std::vector<std::unique_ptr<Branch>> own_sleep;  // of a tree that was saved: what `sleep` refers to

  size_t place = 0;     // in the frontier's list
  size_t settled = 0;   // that many branches, the first ones, are explored to their end
  size_t visitors = 0;  // walkers that are here and in none of its branches

  bool interior = false;   // within a wakeup sequence
  bool exhausted = false;  // nothing pending here or below, when last looked at
};

class Frontier {
 public:
  explicit Frontier(bool uses_sleep_sets) : uses_sleep_sets_(uses_sleep_sets) {}

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  // All else under the lock. A new node behind a branch of `parent`.
  SharedNode& add(SharedNode* parent, Explored* branch, bool interior);
  // Branches were added to the node.
  void feed(SharedNode& node);
  // Somebody has finished with what lies behind a branch of the node. Nodes go that have no use any more.
  void leave(SharedNode& node, Explored& branch);
  // A visitor does.
  void leave(SharedNode& node);
  // Whether one walker may have the node to itself: nobody is there or below, and nobody to the left calls for branches.
  bool can_be_owned(SharedNode& node) const;
  // Whoever owns it has taken out what is in it.
  void give_away(SharedNode& node) { remove(node); }
  // The branch could not be followed: it has not been there, nor what lies behind it.
  void drop(SharedNode& node, Explored& branch);

  // Where the next branch is to be taken: a node to take it from, or a walker that has it to itself and that `may_share`
  // allows. None: there is nothing now. While the frontier is small it is the one nearest to the root, which has most
  // behind it. Otherwise it is the first one in the order of the search, so that as little as possible lies to its left,
  // unfinished: interior nodes have to be kept as long as something does.
  struct Next {
    SharedNode* node = nullptr;
    Walker* walker = nullptr;
  };
  bool is_small() const { return nodes_.size() < kSmall; }
  Next find_next(const std::function<bool(const Walker&)>& may_share);
  bool has_ready();
  bool has_pending() const;
  const std::vector<std::unique_ptr<SharedNode>>& nodes() const { return nodes_; }

 private:
  static constexpr size_t kSmall = 512;

  // Whether a branch may be taken from the node now: what the ones before it touch has to be known.
  bool is_ready(SharedNode& node) const;
  Next find_nearest_to_root() const;
  Next find_first(const std::function<bool(const Walker&)>& may_share);
  // The branches that may not be explored to their end.
  std::span<const std::unique_ptr<Explored>> open_branches(SharedNode& node) const;
  bool has_begun_before(const SharedNode& node) const;
  bool is_unused(SharedNode& node) const;
  void remove(SharedNode& node);
  void clean(SharedNode& node, const Explored* explored);
  void remove_unused_below(SharedNode& node);

  bool uses_sleep_sets_;
  std::mutex mutex_;
  uint64_t last_id_ = 0;
  std::vector<std::unique_ptr<SharedNode>> nodes_;
  std::vector<std::unique_ptr<SharedNode>> spare_;  // whose memory is used again
  SharedNode* root_ = nullptr;
};

}  // namespace selvage::explore
