#include "explore/saved_tree.h"

#include <algorithm>
#include <unordered_map>

#include "explore/saved.h"

namespace selvage::explore {

namespace {

inline constexpr uint32_t kFormat = 2;
inline constexpr unsigned kDeepestTree = 100'000;  // steps of a wakeup sequence
inline constexpr uint64_t kNoParent = UINT64_MAX;

bool is_sound(const Footprint& footprint) {
  return footprint.thread < kMaxThreads && footprint.operation < Operation::Count;
}

void save(SavedWriter& writer, const Branch& branch) {
  writer.value(branch.thread);
  writer.value(branch.alternative);
  writer.value(branch.alternatives);
  writer.value(static_cast<uint8_t>(branch.known));
  writer.list(branch.footprints.all());
}

Branch read_branch(SavedReader& reader) {
  Branch branch;
  branch.thread = reader.value<uint16_t>();
  branch.alternative = reader.value<uint16_t>();
  branch.alternatives = reader.value<uint16_t>();
  branch.known = reader.value<uint8_t>() != 0;
  std::vector<Footprint> footprints;
  reader.list(footprints);
  for (const Footprint& footprint : footprints)
    if (!is_sound(footprint)) reader.fail();
  if (branch.thread != kNoThread && branch.thread >= kMaxThreads) reader.fail();
  if (!reader.failed()) branch.set_footprints(footprints);
  return branch;
}

void save(SavedWriter& writer, const WakeupNode& node);

void save(SavedWriter& writer, const WakeupForest& forest) {
  for (const auto& node : forest) save(writer, *node);
}

void save(SavedWriter& writer, const WakeupNode& node) {
  save(writer, node.branch);
  writer.value(static_cast<uint8_t>(node.wakes_all));
  writer.count(node.children.size());
  save(writer, node.children);
}

void read(SavedReader& reader, WakeupForest& forest, unsigned depth) {
  if (depth > kDeepestTree) return reader.fail();
  size_t count = reader.count(sizeof(uint16_t));
  for (size_t i = 0; i < count && !reader.failed(); i++) {
    forest.push_back(std::make_unique<WakeupNode>());
    WakeupNode& node = *forest.back();
    node.branch = read_branch(reader);
    node.wakes_all = reader.value<uint8_t>() != 0;
    read(reader, node.children, depth + 1);
    if (!node.children.empty()) node.unasked = count_unasked(node.children);
  }
}

// Where a node hangs: behind a branch of another one.
struct Stem {
  uint64_t parent = kNoParent;
  uint64_t branch = 0;  // index among the explored ones
  bool interior = false;
};

class TreeWriter {
 public:
  explicit TreeWriter(SavedWriter& writer) : writer_(writer) {}

  void begin_node(const Stem& stem, const model::Transition& step, std::span<const Footprint> inner,
                  std::span<const uint64_t> enabled) {
    writer_.value(stem.parent);
    if (stem.parent == kNoParent) return;
    writer_.value(stem.branch);
    writer_.value(static_cast<uint8_t>(stem.interior));
    writer_.value(step);
    writer_.list(inner);
    writer_.list(enabled);
  }
  void sleep(const Node& node) {
    writer_.count(node.sleep.size());
    for (const Branch* branch : node.sleep) save(writer_, *branch);
  }
  void branches(std::span<const Branch* const> branches) {
    writer_.count(branches.size());
    for (const Branch* branch : branches) save(writer_, *branch);
  }
  void pending(const WakeupForest& forest) {
    writer_.count(forest.size());
    save(writer_, forest);
  }
  // With a sequence that was begun and not executed before the others; what branches off from it stands in the nodes
  // behind `branch`.
  void pending(const WakeupNode& begun, const Explored* branch, const WakeupForest& forest) {
    writer_.count(1 + forest.size());
    save_begun(begun, branch);
    save(writer_, forest);
  }

 private:
  void save_begun(const WakeupNode& begun, const Explored* branch) {
    save(writer_, begun.branch);
    writer_.value(static_cast<uint8_t>(begun.wakes_all));
    const SharedNode* interior = branch ? branch->next : nullptr;
    writer_.count(begun.children.size() + (interior ? interior->pending.size() : 0));
    for (const auto& child : begun.children) save_begun(*child, interior ? interior->explored.front().get() : nullptr);
    if (interior) save(writer_, interior->pending);
  }

  SavedWriter& writer_;
};

const Walker* starting_from(const SharedNode& node, std::span<const Walker* const> walkers) {
  for (const Walker* walker : walkers)
    if (walker->starting_from() == &node) return walker;
  return nullptr;
}

// Whether the way to the node has not been executed yet.
bool is_begun_only(const SharedNode& node) {
  for (const SharedNode* at = &node; at->branch; at = at->parent)
    if (!at->branch->known) return true;
  return false;
}

void save_shared(TreeWriter& tree, const Stem& stem, const SharedNode& shared, std::span<const Walker* const> walkers) {
  tree.begin_node(stem, shared.step, shared.inner, shared.enabled);
  tree.sleep(shared);
  std::vector<const Branch*> explored;
  const Explored* begun = nullptr;
  for (const auto& branch : shared.explored)
    branch->known ? explored.push_back(branch.get()) : void(begun = branch.get());
  tree.branches(explored);
  if (const Walker* walker = starting_from(shared, walkers)) {
    tree.pending(*walker->present(), begun, shared.pending);
  } else {
    tree.pending(shared.pending);
  }
}

void save_own(TreeWriter& tree, Stem stem, uint64_t index, const Walker& walker) {
  const model::Path& path = walker.path();
  for (size_t depth = walker.first_own_depth(); depth < walker.node_count(); depth++) {
    const Node& node = walker.node(depth);
    auto step = static_cast<model::Position>(depth - 1);
    if (depth == 0) {
      tree.begin_node({}, {}, {}, {});
    } else {
      tree.begin_node(stem, path[step], path.footprints(step).subspan(1), path.enabled(step));
    }
    stem = {index++, node.explored.size()};
    tree.sleep(node);
    std::vector<const Branch*> explored;
    for (const auto& branch : node.explored) explored.push_back(branch.get());
    if (depth + 1 < walker.node_count()) {
      Branch present(path, static_cast<model::Position>(depth));
      explored.push_back(&present);
      tree.branches(explored);
      tree.pending(node.pending);
    } else {
      tree.branches(explored);
      tree.pending(*walker.present(), nullptr, node.pending);
    }
  }
}

size_t own_nodes(const Walker& walker) {
  return walker.present() && !walker.starting_from() ? walker.node_count() - walker.first_own_depth() : 0;
}

bool read_stem(SavedReader& reader, Frontier& frontier, std::vector<SharedNode*>& nodes) {
  auto parent = reader.value<uint64_t>();
  if (nodes.empty()) {
    if (!reader.failed() && parent == kNoParent) nodes.push_back(&frontier.add(nullptr, nullptr, false));
    return !nodes.empty();
  }
  auto branch = reader.value<uint64_t>();
  bool interior = reader.value<uint8_t>() != 0;
  if (reader.failed() || parent >= nodes.size() || branch >= nodes[parent]->explored.size()) return false;
  Explored& explored = *nodes[parent]->explored[branch];
  if (explored.next) return false;
  SharedNode& shared = frontier.add(nodes[parent], &explored, interior);
  nodes.push_back(&shared);
  shared.step = reader.value<model::Transition>();
  reader.list(shared.inner);
  reader.list(shared.enabled);
  return is_sound(shared.step.head) && shared.enabled.size() <= kThreadWords &&
         std::ranges::all_of(shared.inner, is_sound);
}

bool read_node(SavedReader& reader, Frontier& frontier, std::vector<SharedNode*>& nodes) {
  if (!read_stem(reader, frontier, nodes)) return false;
  SharedNode& shared = *nodes.back();
  size_t sleepers = reader.count(sizeof(uint16_t));
  for (size_t i = 0; i < sleepers && !reader.failed(); i++) {
    shared.own_sleep.push_back(std::make_unique<Branch>(read_branch(reader)));
    shared.sleep.push_back(shared.own_sleep.back().get());
  }
  size_t explored = reader.count(sizeof(uint16_t));
  for (size_t i = 0; i < explored && !reader.failed(); i++) {
    shared.explored.push_back(std::make_unique<Explored>(read_branch(reader)));
    if (!shared.explored.back()->known) reader.fail();
  }
  read(reader, shared.pending, 0);
  shared.unasked = count_unasked(shared.pending);
  shared.may_rely_on_left = true;
  return !reader.failed();
}

}  // namespace

std::string save_tree(const SavedSums& sums, const Frontier& frontier, std::span<const Walker* const> walkers) {
  // Above comes before below.
  std::vector<const SharedNode*> shared;
  for (const auto& node : frontier.nodes())
    if (!is_begun_only(*node)) shared.push_back(node.get());
  std::ranges::sort(shared, {}, &SharedNode::depth);
  std::unordered_map<const SharedNode*, uint64_t> index;
  for (const SharedNode* node : shared) index.emplace(node, index.size());
  auto stem_of = [&](const SharedNode* parent, const Explored* branch, bool interior) {
    if (!parent) return Stem{};
    // Branches that were only begun are not counted.
    uint64_t place = 0;
    for (const auto& other : parent->explored) {
      if (other.get() == branch) break;
      place += other->known;
    }
    return Stem{index.at(parent), place, interior};
  };

  size_t count = shared.size();
  for (const Walker* walker : walkers) count += own_nodes(*walker);
  SavedWriter writer;
  writer.value(kFormat);
  writer.value(sums.counts);
  writer.value(sums.share_done);
  writer.count(count);
  TreeWriter tree(writer);
  for (const SharedNode* node : shared)
    save_shared(tree, stem_of(node->parent, node->branch, node->interior), *node, walkers);
  uint64_t next = shared.size();
  for (const Walker* walker : walkers) {
    if (own_nodes(*walker) == 0) continue;
    save_own(tree, stem_of(walker->last_shared(), walker->last_branch(), false), next, *walker);
    next += own_nodes(*walker);
  }
  return writer.take();
}

bool restore_tree(std::string_view bytes, SavedSums& sums, Frontier& frontier) {
  SavedReader reader(bytes);
  if (reader.value<uint32_t>() != kFormat) return false;
  sums.counts = reader.value<Counts>();
  sums.share_done = reader.value<double>();
  size_t count = reader.count(sizeof(uint64_t));
  std::vector<SharedNode*> nodes;
  for (size_t i = 0; i < count; i++)
    if (!read_node(reader, frontier, nodes)) return false;
  return reader.finished();
}

}  // namespace selvage::explore
