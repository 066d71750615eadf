// The part of the search tree that walkers share: nodes from which more than one of them may take branches.
//
// A walker has the nodes of its own part of the tree to itself. Where others are out of work it gives its topmost nodes
// with pending branches to the frontier; whoever is out of work takes a branch from there and walks what lies behind it.
// Branches that races call for are added to shared nodes at once, whoever finds them.
//
// The order in which branches of a node are begun stands for the order of a search by one walker. Of two branches, the
// one begun earlier sleeps in the other's part. It need not be explored to its end by then: its races may call for more
// branches of the node, which come after both, and what it covers in the other's part will be explored in any case. Only
// what its first step touches has to be known.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "explore/node.h"
#include "model/path.h"

namespace selvage::explore {

struct SharedNode : Node {
  uint64_t id = 0;                 // never used again
  SharedNode* parent = nullptr;    // null: the root
  const Branch* branch = nullptr;  // of the parent, that leads here
  size_t depth = 0;
  // The step that leads here from the parent.
  model::Transition step;
  std::vector<Footprint> inner;
  std::vector<uint64_t> enabled;
  void take_step(const model::Path& path, model::Position position);

  std::vector<std::unique_ptr<Branch>> own_sleep;  // of a tree that was saved: what `sleep` refers to

  size_t users = 0;  // shared nodes behind its branches, and walkers that are here or have such a branch to themselves
  size_t beginners = 0;  // walkers whose branch has not been executed yet
};

class Frontier {
 public:
  explicit Frontier(bool uses_sleep_sets) : uses_sleep_sets_(uses_sleep_sets) {}

  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  // All else under the lock. A new node behind a branch of `parent`.
  SharedNode& add(SharedNode* parent, const Branch* branch);
  // Somebody has finished with what lies behind a branch of the node. Nodes go that have no use any more.
  void leave(SharedNode& node);
  // Whether one walker may have the node to itself.
  static bool can_be_owned(const SharedNode& node) { return node.users == 0 && node.own_sleep.empty(); }
  // Whoever owns it has taken out what is in it.
  void remove(SharedNode& node);

  // Of the nodes that a branch may be taken from now, the one nearest to the root, which has most behind it; or null.
  SharedNode* find_ready() const;
  bool has_pending() const;
  // Those above before those below.
  std::vector<const SharedNode*> nodes() const;

 private:
  bool is_ready(const SharedNode& node) const;

  bool uses_sleep_sets_;
  std::mutex mutex_;
  uint64_t last_id_ = 0;
  std::map<std::pair<size_t, uint64_t>, std::unique_ptr<SharedNode>> nodes_;  // by depth and id
};

}  // namespace selvage::explore
