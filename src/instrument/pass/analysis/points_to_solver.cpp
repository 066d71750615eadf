#include "instrument/pass/analysis/points_to_solver.h"

#include <algorithm>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr uint64_t kMaxCopiedPairs = 4096;  // of objects in one copy of memory; with more they get only one cell each

}  // namespace

NodeId PointsToSolver::new_node() {
  const NodeId node = memory_.new_node();
  grow();
  return node;
}

void PointsToSolver::grow() {
  while (nodes_.size() < memory_.node_count()) {
    representatives_.push_back(static_cast<NodeId>(nodes_.size()));
    nodes_.emplace_back();
  }
}

NodeId PointsToSolver::find(NodeId node) {
  if (node >= representatives_.size()) grow();  // a cell that has just come into being
  while (representatives_[node] != node) {
    representatives_[node] = representatives_[representatives_[node]];
    node = representatives_[node];
  }
  return node;
}

void PointsToSolver::enqueue(NodeId node) {
  node = find(node);
  if (nodes_[node].queued) return;
  nodes_[node].queued = true;
  queue_.push_back(node);
}

void PointsToSolver::add_target(NodeId node, LocationId target) {
  node = find(node);
  if (nodes_[node].targets.test_and_set(target)) enqueue(node);
}

void PointsToSolver::add_copy(NodeId from, NodeId to) {
  from = find(from);
  to = find(to);
  if (from == to || !nodes_[from].successors.test_and_set(to)) return;
  if ((nodes_[to].targets |= nodes_[from].targets)) enqueue(to);
}

void PointsToSolver::add(Constraint constraint, NodeId node) {
  node = find(node);
  nodes_[node].constraints.push_back(constraint);
  if (nodes_[node].targets.empty()) return;
  nodes_[node].done.clear();
  enqueue(node);
}

void PointsToSolver::add_leak(NodeId node) {
  node = find(node);
  if (nodes_[node].leaks) return;
  nodes_[node].leaks = true;
  add({.kind = Kind::Leak}, node);
}

void PointsToSolver::add_memory_copy(NodeId from, NodeId to, uint64_t size) {
  const auto index = static_cast<NodeId>(copies_.size());
  copies_.push_back({from, to, size});
  add({.kind = Kind::CopySource, .other = index}, from);
  add({.kind = Kind::CopyDestination, .other = index}, to);
}

void PointsToSolver::add_listener(NodeId node, std::function<void(LocationId)> listener) {
  listeners_.push_back(std::move(listener));
  add({.kind = Kind::Listener, .other = static_cast<NodeId>(listeners_.size() - 1)}, node);
}

void PointsToSolver::solve() {
  settle_cells();
  for (uint64_t merges = memory_.merge_count();;) {
    while (!queue_.empty()) {
      std::vector<NodeId> round;
      round.swap(queue_);
      for (NodeId node : round) nodes_[node].queued = false;
      std::ranges::sort(round);
      for (NodeId node : round) process(find(node));
      unite_cycles();
      settle_cells();
    }
    if (merges == memory_.merge_count()) return;
    // Locations have fallen together: what was concluded from each holds for all.
    merges = memory_.merge_count();
    for (NodeId node = 0; node < nodes_.size(); ++node) {
      if (find(node) != node || nodes_[node].constraints.empty() || nodes_[node].targets.empty()) continue;
      nodes_[node].done.clear();
      enqueue(node);
    }
  }
}

void PointsToSolver::process(NodeId node) {
  Targets fresh;
  fresh.intersectWithComplement(nodes_[node].targets, nodes_[node].done);
  if (!fresh.empty()) {
    nodes_[node].done = nodes_[node].targets;
    Targets settled;
    for (LocationId target : fresh) settled.set(memory_.united(target));
    // Constraints are added to this very node on the way.
    const std::vector<Constraint> constraints = nodes_[node].constraints;
    for (const Constraint& constraint : constraints) {
      if (constraint.kind == Kind::CopySource || constraint.kind == Kind::CopyDestination) {
        copy_memory(MemoryCopy(copies_[constraint.other]));
        continue;
      }
      for (LocationId target : settled) apply(constraint, target);
    }
    node = find(node);
  }
  SmallVector<NodeId, 16> successors;
  for (NodeId successor : nodes_[node].successors) successors.push_back(successor);
  for (NodeId named : successors) {
    const NodeId successor = find(named);
    if (successor == node) continue;
    if ((nodes_[successor].targets |= nodes_[node].targets)) {
      enqueue(successor);
    } else if (nodes_[successor].targets == nodes_[node].targets &&
               suspected_.try_emplace({node, successor}, 0).second) {
      suspects_.push_back(successor);
    }
  }
}

void PointsToSolver::apply(const Constraint& constraint, LocationId target) {
  const ObjectId object = memory_.object_of(target);
  SmallVector<NodeId, 4> cells;
  SmallVector<LocationId, 2> locations;
  switch (constraint.kind) {
    case Kind::Load:
      if (target == kUnknownLocation) return add_target(constraint.other, kUnknownLocation);
      memory_.cells(target, constraint.size, cells);
      for (NodeId cell : cells) add_copy(cell, constraint.other);
      return;
    case Kind::Store:
      if (target == kUnknownLocation) return add_leak(constraint.other);
      memory_.cells(target, constraint.size, cells);
      for (NodeId cell : cells) add_copy(constraint.other, cell);
      return;
    case Kind::Move:
      memory_.moved(target, constraint.distance, locations);
      break;
    case Kind::Spread:
      memory_.spread(target, constraint.distance, constraint.extent, locations);
      break;
    case Kind::Anywhere:
      locations.push_back(memory_.anywhere(object));
      break;
    case Kind::Leak:
      if (target != kUnknownLocation) escape(object);
      return;
    case Kind::Touch:
      memory_.cells(target, 1, cells);
      return;
    case Kind::Listener: {
      const std::function<void(LocationId)> listener = listeners_[constraint.other];
      listener(target);
      return;
    }
    case Kind::CopySource:
    case Kind::CopyDestination:
      return;
  }
  for (LocationId location : locations) add_target(constraint.other, location);
}

void PointsToSolver::copy_memory(const MemoryCopy& copy) {
  const Targets sources = targets(copy.from);
  const Targets destinations = targets(copy.to);
  const bool is_large = uint64_t{sources.count()} * destinations.count() > kMaxCopiedPairs;
  for (LocationId named : sources) {
    const LocationId source = memory_.united(named);
    const ObjectId object = memory_.object_of(source);
    if (is_large && source != kUnknownLocation) memory_.collapse(object);
    auto& watchers = memory_.object(object).watchers;
    if (!is_contained(watchers, find(copy.from))) watchers.push_back(find(copy.from));
    for (LocationId named_destination : destinations) {
      const LocationId destination = memory_.united(named_destination);
      const ObjectId target = memory_.object_of(destination);
      if (source == kUnknownLocation) {
        if (destination != kUnknownLocation) make_known(target, /*leaks=*/false, /*unknown=*/true);
        continue;
      }
      if (destination == kUnknownLocation) {
        make_known(object, /*leaks=*/true, /*unknown=*/false);
        continue;
      }
      if (is_large) memory_.collapse(target);
      SmallVector<std::pair<int64_t, NodeId>, 8> cells;
      memory_.cells_from(source, copy.size, cells);
      for (const auto& [distance, cell] : cells) {
        SmallVector<LocationId, 2> places;
        memory_.moved(destination, std::max<int64_t>(distance, 0), places);
        for (LocationId place : places) {
          SmallVector<NodeId, 2> copied;
          memory_.cells(place, kCellSize, copied);
          for (NodeId other : copied) add_copy(cell, other);
        }
      }
    }
  }
}

void PointsToSolver::escape(ObjectId id) {
  AbstractObject& object = memory_.object(id);
  if (object.escaped) return;
  object.escaped = true;
  make_known(id, /*leaks=*/true, /*unknown=*/true);
  if (escape_listener_) escape_listener_(id);
}

void PointsToSolver::make_known(ObjectId id, bool leaks, bool unknown) {
  AbstractObject& object = memory_.object(id);
  leaks = leaks && !object.contents_leak;
  unknown = unknown && !object.unknown_contents;
  object.contents_leak |= leaks;
  object.unknown_contents |= unknown;
  for (const auto& [offset, cell] : object.cells) {
    if (leaks) add_leak(cell);
    if (unknown) add_target(cell, kUnknownLocation);
  }
}

// Cells that have come into being, and cells that have become one.
void PointsToSolver::settle_cells() {
  grow();
  std::vector<NodeId> created;
  created.swap(memory_.new_cells());
  for (NodeId cell : created) {
    const AbstractObject& object = memory_.object(memory_.owner_of(cell));
    if (object.contents_leak) add_leak(cell);
    if (object.unknown_contents) add_target(cell, kUnknownLocation);
    for (NodeId watcher : object.watchers) {
      nodes_[find(watcher)].done.clear();
      enqueue(watcher);
    }
  }
  std::vector<std::pair<NodeId, NodeId>> pairs;
  pairs.swap(memory_.united_cells());
  for (const auto& [one, other] : pairs) unite(one, other);
}

void PointsToSolver::unite(NodeId one, NodeId other) {
  one = find(one);
  other = find(other);
  if (one == other) return;
  representatives_[other] = one;
  Node gone = std::move(nodes_[other]);
  nodes_[other] = {};
  Node& node = nodes_[one];
  node.targets |= gone.targets;
  node.successors |= gone.successors;
  node.constraints.insert(node.constraints.end(), gone.constraints.begin(), gone.constraints.end());
  node.done &= gone.done;
  node.leaks |= gone.leaks;
  enqueue(one);
}

// Tarjan's algorithm along edges from where cycles are suspected: every strongly connected component becomes one node.
void PointsToSolver::unite_cycles() {
  struct Frame {
    NodeId node;
    SmallVector<NodeId, 8> successors;
    size_t next = 0;
  };
  struct Mark {
    uint32_t order, low;
    bool on_stack;
  };
  DenseMap<NodeId, Mark> marks;
  std::vector<NodeId> stack;
  std::vector<Frame> frames;
  std::vector<std::vector<NodeId>> components;
  auto open = [&](NodeId node) {
    const auto number = static_cast<uint32_t>(marks.size() + 1);
    marks[node] = {number, number, true};
    stack.push_back(node);
    Frame frame = {.node = node, .successors = {}};
    for (NodeId successor : nodes_[node].successors) frame.successors.push_back(find(successor));
    frames.push_back(std::move(frame));
  };
  for (NodeId suspect : suspects_) {
    if (marks.contains(find(suspect))) continue;
    open(find(suspect));
    while (!frames.empty()) {
      Frame& frame = frames.back();
      if (frame.next < frame.successors.size()) {
        const NodeId successor = frame.successors[frame.next++];
        auto mark = marks.find(successor);
        if (mark == marks.end()) {
          // Only nodes with the same targets can be on a cycle that is worth uniting now.
          if (nodes_[successor].targets == nodes_[frame.node].targets) open(successor);
        } else if (mark->second.on_stack) {
          Mark& own = marks[frame.node];
          own.low = std::min(own.low, mark->second.order);
        }
        continue;
      }
      const NodeId node = frame.node;
      const Mark mark = marks[node];
      frames.pop_back();
      if (!frames.empty()) {
        Mark& caller = marks[frames.back().node];
        caller.low = std::min(caller.low, mark.low);
      }
      if (mark.low != mark.order) continue;
      std::vector<NodeId> component;
      do {
        component.push_back(stack.back());
        marks[stack.back()].on_stack = false;
        stack.pop_back();
      } while (component.back() != node);
      if (component.size() > 1) components.push_back(std::move(component));
    }
  }
  suspects_.clear();
  for (const std::vector<NodeId>& component : components) {
    for (NodeId member : component) unite(component.front(), member);
  }
}

}  // namespace selvage::instrument
