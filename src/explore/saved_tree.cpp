#include "explore/saved_tree.h"

#include <algorithm>
#include <unordered_map>

#include "explore/saved.h"

namespace selvage::explore {

namespace {

inline constexpr uint32_t kFormat = 3;
inline constexpr uint64_t kNoParent = UINT64_MAX;

bool is_sound(const Footprint& footprint) {
  return footprint.thread < kMaxThreads && footprint.operation < Operation::Count;
}

// Where a node hangs: behind a branch of another one.
struct Stem {
  uint64_t parent = kNoParent;
  uint64_t branch = 0;  // index among the explored ones
};

class TreeWriter {
 public:
  explicit TreeWriter(SavedWriter& writer) : writer_(writer) {}

  void begin_node(const Stem& stem, const model::Transition& step, std::span<const Footprint> inner,
                  std::span<const uint64_t> enabled) {
    writer_.value(stem);
    writer_.value(step);
    writer_.list(inner);
    writer_.list(enabled);
  }
  void begin_root() { begin_node({}, {}, {}, {}); }
  // `present`: a branch of it that a walker is in, after those explored.
  void branches(const Node& node, const Branch* present = nullptr) {
    writer_.count(node.sleep.size());
    for (const Branch* branch : node.sleep) write(*branch);
    writer_.count(node.explored.size() + (present ? 1 : 0));
    for (const auto& branch : node.explored) write(*branch);
    if (present) write(*present);
  }
  // `begun`: taken and not executed; they come first again.
  void pending(std::span<const Step> begun, const Node& node) {
    std::vector<Step> steps(begun.begin(), begun.end());
    for (const Pending& branch : node.pending) steps.push_back(branch.step);
    writer_.list<Step>(steps);
  }

 private:
  void write(const Branch& branch) {
    writer_.value(branch.thread);
    writer_.value(branch.alternative);
    writer_.value(branch.alternatives);
    writer_.list(branch.footprints.all());
  }

  SavedWriter& writer_;
};

void save_shared(TreeWriter& tree, const Stem& stem, const SharedNode& shared, std::span<const Walker* const> walkers) {
  tree.begin_node(stem, shared.step, shared.inner, shared.enabled);
  tree.branches(shared);
  std::vector<Step> begun;
  for (const Walker* walker : walkers)
    if (walker->is_beginning() && walker->last_shared() == &shared) begun.push_back(walker->present()->step);
  tree.pending(begun, shared);
}

void save_own(TreeWriter& tree, Stem stem, uint64_t index, const Walker& walker) {
  const model::Path& path = walker.path();
  for (size_t depth = walker.first_own_depth(); depth < walker.node_count(); depth++) {
    const Node& node = walker.node(depth);
    if (depth == 0) {
      tree.begin_root();
    } else {
      auto step = static_cast<model::Position>(depth - 1);
      tree.begin_node(stem, path[step], path.footprints(step).subspan(1), path.enabled(step));
    }
    stem = {index++, node.explored.size()};
    if (depth + 1 < walker.node_count()) {
      Branch present(path, static_cast<model::Position>(depth));
      tree.branches(node, &present);
      tree.pending({}, node);
    } else {
      tree.branches(node);
      tree.pending({&walker.present()->step, 1}, node);
    }
  }
}

size_t own_nodes(const Walker& walker) { return walker.present() ? walker.node_count() - walker.first_own_depth() : 0; }

class TreeReader {
 public:
  TreeReader(SavedReader& reader, Frontier& frontier) : reader_(reader), frontier_(frontier) {}

  bool read_node() {
    SharedNode* node = read_stem();
    if (!node) return false;
    read(node->own_sleep);
    for (const auto& branch : node->own_sleep) node->sleep.push_back(branch.get());
    read(node->explored);
    for (const auto& branch : node->explored) have_branch(*node, branch->thread);
    std::vector<Step> steps;
    reader_.list(steps);
    for (const Step& step : steps) {
      bool is_first = nodes_.size() == 1 && step.thread == kNoThread;
      if (step.thread >= kMaxThreads && !is_first) reader_.fail();
      if (!is_first) have_branch(*node, step.thread);
      node->pending.push_back({step, nullptr});
    }
    return !reader_.failed();
  }

 private:
  static void have_branch(Node& node, uint16_t thread) {
    if (!node.has_branch(thread)) node.threads.push_back(thread);
  }

  SharedNode* read_stem() {
    auto stem = reader_.value<Stem>();
    SharedNode* parent = nullptr;
    const Branch* branch = nullptr;
    if (stem.parent != kNoParent) {
      if (stem.parent >= nodes_.size() || stem.branch >= nodes_[stem.parent]->explored.size()) return nullptr;
      parent = nodes_[stem.parent];
      branch = parent->explored[stem.branch].get();
    } else if (!nodes_.empty()) {
      return nullptr;
    }
    SharedNode& node = frontier_.add(parent, branch);
    nodes_.push_back(&node);
    node.step = reader_.value<model::Transition>();
    reader_.list(node.inner);
    reader_.list(node.enabled);
    bool sound = is_sound(node.step.head) && node.enabled.size() <= kThreadWords &&
                 std::ranges::all_of(node.inner, is_sound) && (!branch || branch->thread == node.step.head.thread);
    return sound && !reader_.failed() ? &node : nullptr;
  }

  void read(std::vector<std::unique_ptr<Branch>>& branches) {
    size_t count = reader_.count(sizeof(uint16_t));
    std::vector<Footprint> footprints;
    for (size_t i = 0; i < count && !reader_.failed(); i++) {
      branches.push_back(std::make_unique<Branch>());
      Branch& branch = *branches.back();
      branch.thread = reader_.value<uint16_t>();
      branch.alternative = reader_.value<uint16_t>();
      branch.alternatives = reader_.value<uint16_t>();
      reader_.list(footprints);
      bool sound = !footprints.empty() && std::ranges::all_of(footprints, is_sound) &&
                   footprints.front().thread == branch.thread;
      if (!sound) return reader_.fail();
      branch.set_footprints(footprints);
    }
  }

  SavedReader& reader_;
  Frontier& frontier_;
  std::vector<SharedNode*> nodes_;
};

}  // namespace

std::string save_tree(const SavedSums& sums, const Frontier& frontier, std::span<const Walker* const> walkers) {
  std::vector<const SharedNode*> shared = frontier.nodes();
  std::unordered_map<const SharedNode*, uint64_t> index;
  for (const SharedNode* node : shared) index.emplace(node, index.size());
  auto stem_of = [&](const SharedNode* parent, const Branch* branch) {
    if (!parent) return Stem{};
    auto found = std::ranges::find(parent->explored, branch, [](const auto& b) { return b.get(); });
    return Stem{index.at(parent), static_cast<uint64_t>(found - parent->explored.begin())};
  };

  size_t count = shared.size();
  for (const Walker* walker : walkers) count += own_nodes(*walker);
  SavedWriter writer;
  writer.value(kFormat);
  writer.value(sums);
  writer.count(count);
  TreeWriter tree(writer);
  for (const SharedNode* node : shared) save_shared(tree, stem_of(node->parent, node->branch), *node, walkers);
  uint64_t next = shared.size();
  for (const Walker* walker : walkers) {
    if (own_nodes(*walker) == 0) continue;
    save_own(tree, stem_of(walker->last_shared(), walker->last_branch()), next, *walker);
    next += own_nodes(*walker);
  }
  return writer.take();
}

bool restore_tree(std::string_view bytes, SavedSums& sums, Frontier& frontier) {
  SavedReader reader(bytes);
  if (reader.value<uint32_t>() != kFormat) return false;
  sums = reader.value<SavedSums>();
  TreeReader tree(reader, frontier);
  for (size_t count = reader.count(sizeof(uint64_t)); count > 0; count--)
    if (!tree.read_node()) return false;
  return reader.finished();
}

}  // namespace selvage::explore
