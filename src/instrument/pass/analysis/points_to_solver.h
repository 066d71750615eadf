// Solves inclusion constraints between sets of pointers (Andersen): the sets grow until every constraint holds.
//
// Nodes are values of the program and cells of memory; edges carry all of a node's targets to another. Nodes on a cycle
// of edges have the same targets and are united when an edge brings nothing new (lazy cycle detection, Hardekopf and
// Lin, PLDI 2007). Only targets that a node did not have before are carried on.
//
// Code that is not analysed is one location, kUnknownLocation: who may point there may point to whatever has escaped, and
// what is stored there escapes. So next to it objects that have escaped need not be named, and what is read from such an
// object is that location again: sets stay small in programs that hand much to libraries.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SparseBitVector.h>

#include <functional>
#include <vector>

#include "instrument/pass/analysis/abstract_memory.h"
#include "instrument/pass/analysis/budget.h"

namespace selvage::instrument {

class PointsToSolver {
 public:
  using Targets = llvm::SparseBitVector<>;

  explicit PointsToSolver(AbstractMemory& memory) : memory_(memory) {}

  NodeId new_node();

  void add_target(NodeId node, LocationId target);
  void add_copy(NodeId from, NodeId to);
  // to = *(bytes at from); *(bytes at to) = from
  void add_load(NodeId from, NodeId to, uint64_t size) { add({.kind = Kind::Load, .other = to, .size = size}, from); }
  void add_store(NodeId from, NodeId to, uint64_t size) { add({.kind = Kind::Store, .other = from, .size = size}, to); }
  // to = from + distance; to = from + n * stride; to = somewhere in what from points to
  void add_move(NodeId from, NodeId to, int64_t distance) {
    add({.kind = Kind::Move, .other = to, .distance = distance}, from);
  }
  void add_spread(NodeId from, NodeId to, int64_t stride, int64_t extent) {
    add({.kind = Kind::Spread, .other = to, .distance = stride, .extent = extent}, from);
  }
  void add_anywhere(NodeId from, NodeId to) { add({.kind = Kind::Anywhere, .other = to}, from); }
  // `size` bytes of what `from` points to are copied to where `to` points.
  void add_memory_copy(NodeId from, NodeId to, uint64_t size);
  // What the node points to becomes known to code that is not analysed.
  void add_leak(NodeId node);
  // The memory at it is accessed, whatever it holds: there has to be a cell.
  void add_touch(NodeId node) { add({.kind = Kind::Touch}, node); }
  // Called when an object becomes known to code that is not analysed.
  void on_escape(std::function<void(ObjectId)> listener) { escape_listener_ = std::move(listener); }
  // `listener` hears of every object that the node comes to point to.
  void add_listener(NodeId node, std::function<void(LocationId)> listener);

  // Until every constraint holds, or the budget is spent: then nothing that was found may be used.
  void solve(Budget& budget);

  const Targets& targets(NodeId node) { return nodes_[find(node)].targets; }
  NodeId find(NodeId node);

 private:
  enum class Kind : uint8_t { Load, Store, Move, Spread, Anywhere, CopySource, CopyDestination, Leak, Touch, Listener };
  struct Constraint {
    Kind kind;
    NodeId other = 0;  // or the index of a memory copy or of a listener
    uint64_t size = 0;
    int64_t distance = 0;
    int64_t extent = 0;

    auto operator<=>(const Constraint&) const = default;
  };
  // Between sources and destinations stands one node for each distance from the beginning, so that there need not be an
  // edge for every pair of them.
  struct MemoryCopy {
    uint64_t size;
    std::vector<std::pair<int64_t, NodeId>> slots = {};
    std::vector<AbstractMemory::Part> merged = {};  // in a source, and so in all destinations
    Targets destinations = {};
    bool from_unknown = false, to_unknown = false;
  };
  struct Node {
    Targets targets, done;  // done: constraints have been applied to them, successors have them
    Targets successors;
    std::vector<Constraint> constraints;
    bool queued = false;
    bool leaks = false;
  };

  void add(Constraint constraint, NodeId node);
  void enqueue(NodeId node);
  void process(NodeId node, Budget& budget);
  void leave_out_escaped(NodeId node);
  void carry_on(NodeId node, const Targets& fresh);
  void apply(const Constraint& constraint, LocationId target);
  void add_source(uint32_t copy, LocationId source);
  void add_unknown_source(uint32_t copy);
  void add_merged_part(uint32_t copy, const AbstractMemory::Part& part);
  void add_destination(uint32_t copy, LocationId destination);
  NodeId slot_at(uint32_t copy, int64_t distance);
  void store_slot(NodeId slot, int64_t distance, LocationId destination);
  void renew_merged();
  void escape(ObjectId object);
  void make_known(ObjectId object, bool leaks, bool unknown);
  void settle_cells();
  void forget_repetitions(std::vector<Constraint>& constraints);
  void unite(NodeId one, NodeId other);
  void unite_cycles();
  void grow();

  AbstractMemory& memory_;
  std::vector<Node> nodes_;
  std::vector<NodeId> representatives_;
  std::vector<NodeId> queue_;
  std::vector<MemoryCopy> copies_;
  std::vector<ObjectId> escaping_;        // whose contents do not know yet that the object has escaped
  std::vector<uint32_t> unknown_copies_;  // whose destinations do not know yet that a source is unknown
  std::vector<std::function<void(LocationId)>> listeners_;
  std::function<void(ObjectId)> escape_listener_;
  std::vector<NodeId> suspects_;  // where edges that brought nothing new lead
  llvm::DenseSet<std::pair<NodeId, NodeId>> suspected_;
};

}  // namespace selvage::instrument
