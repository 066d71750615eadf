#include "instrument/pass/analysis/points_to_solver.h"

#include <llvm/ADT/BitVector.h>

#include <algorithm>

namespace selvage::instrument {

using namespace llvm;

namespace {

constexpr size_t kMaxSlots = 64;  // distances in one copy of memory; with more the destinations get one cell each

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
  // What is not done yet is carried on with the rest.
  if (!nodes_[from].done.empty() && (nodes_[to].targets |= nodes_[from].done)) enqueue(to);
}

void PointsToSolver::add(Constraint constraint, NodeId node) {
  node = find(node);
  nodes_[node].constraints.push_back(constraint);
  if (nodes_[node].done.empty()) return;
  const Targets done = nodes_[node].done;
  for (LocationId target : done) apply(constraint, memory_.united(target));
}

void PointsToSolver::add_leak(NodeId node) {
  node = find(node);
  if (nodes_[node].leaks) return;
  nodes_[node].leaks = true;
  add({.kind = Kind::Leak}, node);
}

void PointsToSolver::add_memory_copy(NodeId from, NodeId to, uint64_t size) {
  const auto index = static_cast<NodeId>(copies_.size());
  copies_.push_back({size});
  add({.kind = Kind::CopySource, .other = index}, from);
  add({.kind = Kind::CopyDestination, .other = index}, to);
}

void PointsToSolver::add_listener(NodeId node, std::function<void(LocationId)> listener) {
  listeners_.push_back(std::move(listener));
  add({.kind = Kind::Listener, .other = static_cast<NodeId>(listeners_.size() - 1)}, node);
}

void PointsToSolver::solve(Budget& budget) {
  settle_cells();
  while (!queue_.empty() || !memory_.merged_locations().empty()) {
    while (!queue_.empty()) {
      std::vector<NodeId> round;
      round.swap(queue_);
      for (NodeId node : round) nodes_[node].queued = false;
      std::ranges::sort(round);
      for (NodeId node : round) {
        process(find(node), budget);
        if (budget.is_spent()) return;
      }
      unite_cycles();
      settle_cells();
    }
    renew_merged();
  }
}

// Locations have fallen together: what was concluded from each holds for all.
void PointsToSolver::renew_merged() {
  std::vector<LocationId> locations;
  locations.swap(memory_.merged_locations());
  if (locations.empty()) return;
  BitVector is_merged(static_cast<unsigned>(memory_.location_count()));
  for (LocationId location : locations) is_merged.set(location);
  auto has_merged = [&](const Targets& targets) {
    for (LocationId target : targets) {
      if (is_merged.test(target)) return true;
    }
    return false;
  };
  auto united = [&](const Targets& targets) {
    Targets result;
    for (LocationId target : targets) result.set(is_merged.test(target) ? memory_.united(target) : target);
    return result;
  };
  for (NodeId node = 0; node < nodes_.size(); ++node) {
    if (find(node) != node || !has_merged(nodes_[node].targets)) continue;
    nodes_[node].targets = united(nodes_[node].targets);
    nodes_[node].done = united(nodes_[node].done);
    if (nodes_[node].constraints.empty()) continue;
    Targets done;
    for (LocationId target : nodes_[node].done) {
      if (!is_merged.test(target)) done.set(target);
    }
    nodes_[node].done = std::move(done);
    enqueue(node);
  }
}

void PointsToSolver::leave_out_escaped(NodeId node) {
  Targets& targets = nodes_[node].targets;
  if (!targets.test(kUnknownLocation) || targets.find_last() == static_cast<int>(kUnknownLocation)) return;
  Targets named;
  for (LocationId target : targets) {
    if (target == kUnknownLocation || !memory_.object(memory_.object_of(target)).escaped) named.set(target);
  }
  targets = std::move(named);
}

void PointsToSolver::process(NodeId node, Budget& budget) {
  leave_out_escaped(node);
  Targets fresh;
  fresh.intersectWithComplement(nodes_[node].targets, nodes_[node].done);
  if (fresh.empty()) return;
  nodes_[node].done |= fresh;
  if (!nodes_[node].constraints.empty()) {
    Targets settled;
    for (LocationId target : fresh) settled.set(memory_.united(target));
    // Constraints that are added to this very node on the way see that the targets are done.
    const size_t count = nodes_[node].constraints.size();
    for (size_t index = 0; index < count; ++index) {
      if (budget.is_spent()) return;
      const Constraint constraint = nodes_[node].constraints[index];
      for (LocationId target : settled) apply(constraint, target);
    }
  }
  carry_on(node, fresh);
}

void PointsToSolver::carry_on(NodeId node, const Targets& fresh) {
  Targets successors;
  for (NodeId named : nodes_[node].successors) successors.set(find(named));
  successors.reset(node);
  for (NodeId successor : successors) {
    if ((nodes_[successor].targets |= fresh)) {
      enqueue(successor);
    } else if (!suspected_.contains({node, successor}) && nodes_[successor].targets == nodes_[node].targets) {
      suspected_.insert({node, successor});
      suspects_.push_back(successor);
    }
  }
  nodes_[node].successors = std::move(successors);
}

void PointsToSolver::apply(const Constraint& constraint, LocationId target) {
  const ObjectId object = memory_.object_of(target);
  SmallVector<NodeId, 4> cells;
  SmallVector<LocationId, 2> locations;
  switch (constraint.kind) {
    case Kind::Load:
      // There is a cell wherever something is accessed.
      memory_.cells(target, constraint.size, cells);
      if (memory_.object(object).escaped) return add_target(constraint.other, kUnknownLocation);
      for (NodeId cell : cells) add_copy(cell, constraint.other);
      return;
    case Kind::Store:
      memory_.cells(target, constraint.size, cells);
      if (memory_.object(object).is_constant) return;
      if (memory_.object(object).escaped) return add_leak(constraint.other);
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
      return add_source(constraint.other, target);
    case Kind::CopyDestination:
      return add_destination(constraint.other, target);
  }
  for (LocationId location : locations) add_target(constraint.other, location);
}

void PointsToSolver::add_source(uint32_t copy, LocationId source) {
  const ObjectId id = memory_.object_of(source);
  if (memory_.object(id).unknown_contents) add_unknown_source(copy);
  // All that such an object holds has escaped, and is unknown at the destinations anyway.
  if (memory_.object(id).escaped) return;
  SmallVector<std::pair<int64_t, NodeId>, 8> cells;
  SmallVector<AbstractMemory::Part, 2> parts;
  memory_.cells_from(source, copies_[copy].size, cells, &parts);
  memory_.object(id).watchers.insert({copy, source});
  for (const AbstractMemory::Part& part : parts) add_merged_part(copy, part);
  for (const auto& [distance, cell] : cells) add_copy(cell, slot_at(copy, std::max<int64_t>(distance, 0)));
}

// Places of the source that have no cell may hold anything, too. One copy may lead to the next: they are worked off one
// after the other.
void PointsToSolver::add_unknown_source(uint32_t copy) {
  if (copies_[copy].from_unknown) return;
  copies_[copy].from_unknown = true;
  unknown_copies_.push_back(copy);
}

void PointsToSolver::add_merged_part(uint32_t copy, const AbstractMemory::Part& part) {
  if (is_contained(copies_[copy].merged, part)) return;
  copies_[copy].merged.push_back(part);
  const Targets destinations = copies_[copy].destinations;
  for (LocationId destination : destinations) memory_.merge_part(destination, part);
}

NodeId PointsToSolver::slot_at(uint32_t copy, int64_t distance) {
  for (const auto& [known, node] : copies_[copy].slots) {
    if (known == distance) return node;
  }
  if (copies_[copy].slots.size() == kMaxSlots) {
    // The last one is for all the others, and destinations get only one cell.
    add_merged_part(copy, {.distance = 0, .length = kUnbounded, .stride = 1});
    return copies_[copy].slots.back().second;
  }
  const NodeId slot = new_node();
  copies_[copy].slots.emplace_back(distance, slot);
  if (copies_[copy].to_unknown) add_leak(slot);
  const Targets destinations = copies_[copy].destinations;
  for (LocationId destination : destinations) store_slot(slot, distance, destination);
  return slot;
}

void PointsToSolver::store_slot(NodeId slot, int64_t distance, LocationId destination) {
  SmallVector<LocationId, 2> places;
  memory_.moved(destination, distance, places);
  for (LocationId place : places) {
    SmallVector<NodeId, 2> cells;
    memory_.cells(place, kCellSize, cells);
    for (NodeId cell : cells) add_copy(slot, cell);
  }
}

void PointsToSolver::add_destination(uint32_t copy, LocationId destination) {
  const ObjectId id = memory_.object_of(destination);
  if (memory_.object(id).is_constant) return;
  if (memory_.object(id).escaped) {
    if (copies_[copy].to_unknown) return;
    copies_[copy].to_unknown = true;
    const std::vector<std::pair<int64_t, NodeId>> slots = copies_[copy].slots;
    for (const auto& [distance, slot] : slots) add_leak(slot);
    return;
  }
  copies_[copy].destinations.set(destination);
  if (copies_[copy].from_unknown) make_known(id, /*leaks=*/false, /*unknown=*/true);
  const std::vector<AbstractMemory::Part> merged = copies_[copy].merged;
  for (const AbstractMemory::Part& part : merged) memory_.merge_part(destination, part);
  const std::vector<std::pair<int64_t, NodeId>> slots = copies_[copy].slots;
  for (const auto& [distance, slot] : slots) store_slot(slot, distance, destination);
}

// What it holds escapes, too: such chains are worked off one after the other (settle_cells).
void PointsToSolver::escape(ObjectId id) {
  if (memory_.object(id).escaped || memory_.object(id).is_constant) return;
  memory_.object(id).escaped = true;
  escaping_.push_back(id);
}

void PointsToSolver::make_known(ObjectId id, bool leaks, bool unknown) {
  AbstractObject& object = memory_.object(id);
  leaks = leaks && !object.contents_leak;
  unknown = unknown && !object.unknown_contents;
  object.contents_leak |= leaks;
  object.unknown_contents |= unknown;
  const auto cells = object.cells;
  for (const auto& [offset, cell] : cells) {
    if (leaks) add_leak(cell);
    if (unknown) add_target(cell, kUnknownLocation);
  }
  if (!unknown) return;
  for (const auto& [copy, source] : memory_.object(id).watchers) add_unknown_source(copy);
}

// Cells that have come into being, cells that have become one, objects that have escaped. Each may lead to more of them.
void PointsToSolver::settle_cells() {
  do {
    grow();
    std::vector<NodeId> created;
    created.swap(memory_.new_cells());
    SmallSetVector<ObjectId, 16> grown;
    for (NodeId cell : created) {
      const ObjectId id = memory_.owner_of(cell);
      if (memory_.object(id).contents_leak) add_leak(cell);
      if (memory_.object(id).unknown_contents) add_target(cell, kUnknownLocation);
      grown.insert(id);
    }
    for (ObjectId id : grown) {
      for (size_t index = 0; index < memory_.object(id).watchers.size(); ++index) {
        const auto [copy, source] = memory_.object(id).watchers[index];
        add_source(copy, memory_.united(source));
      }
    }
    while (!escaping_.empty()) {
      const ObjectId id = escaping_.back();
      escaping_.pop_back();
      make_known(id, /*leaks=*/true, /*unknown=*/true);
      if (escape_listener_) escape_listener_(id);
    }
    while (!unknown_copies_.empty()) {
      const Targets destinations = copies_[unknown_copies_.back()].destinations;
      unknown_copies_.pop_back();
      for (LocationId destination : destinations) {
        make_known(memory_.object_of(destination), /*leaks=*/false, /*unknown=*/true);
      }
    }
    std::vector<std::pair<NodeId, NodeId>> pairs;
    pairs.swap(memory_.united_cells());
    for (const auto& [one, other] : pairs) unite(one, other);
  } while (!memory_.new_cells().empty() || !memory_.united_cells().empty() || !escaping_.empty() ||
           !unknown_copies_.empty());
}

// Nodes that become one often have the same constraints.
void PointsToSolver::forget_repetitions(std::vector<Constraint>& constraints) {
  for (Constraint& constraint : constraints) {
    const bool names_node = constraint.kind != Kind::CopySource && constraint.kind != Kind::CopyDestination &&
                            constraint.kind != Kind::Listener;
    if (names_node) constraint.other = find(constraint.other);
  }
  std::ranges::sort(constraints);
  constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
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
  if (node.constraints.empty()) {
    node.constraints = std::move(gone.constraints);
  } else if (!gone.constraints.empty()) {
    node.constraints.insert(node.constraints.end(), gone.constraints.begin(), gone.constraints.end());
    forget_repetitions(node.constraints);
  }
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
