// An exploration as bytes. What was handed out or executed ahead is left out: it will be done again.
#include "explore/exploration.h"
#include "explore/saved.h"

namespace selvage::explore {

namespace {

inline constexpr uint32_t kFormat = 1;
inline constexpr unsigned kDeepestTree = 100'000;  // steps of a wakeup sequence

bool is_sound(const Footprint& footprint) {
  return footprint.thread < kMaxThreads && footprint.operation < Operation::Count;
}

void save(SavedWriter& writer, const Branch& branch) {
  writer.value(branch.thread);
  writer.value(branch.alternative);
  writer.list(branch.footprints.all());
}

Branch read_branch(SavedReader& reader) {
  Branch branch;
  branch.thread = reader.value<uint16_t>();
  branch.alternative = reader.value<uint16_t>();
  std::vector<Footprint> footprints;
  reader.list(footprints);
  for (const Footprint& footprint : footprints)
    if (!is_sound(footprint)) reader.fail();
  if (!reader.failed()) branch.footprints.assign(footprints);
  return branch;
}

void save(SavedWriter& writer, const std::vector<Branch>& branches) {
  writer.count(branches.size());
  for (const Branch& branch : branches) save(writer, branch);
}

void read(SavedReader& reader, std::vector<Branch>& branches) {
  size_t count = reader.count(sizeof(uint16_t));
  for (size_t i = 0; i < count && !reader.failed(); i++) branches.push_back(read_branch(reader));
}

void save(SavedWriter& writer, const WakeupForest& forest) {
  writer.count(forest.size());
  for (const auto& node : forest) {
    save(writer, node->branch);
    save(writer, node->children);
  }
}

void read(SavedReader& reader, WakeupForest& forest, unsigned depth) {
  if (depth > kDeepestTree) return reader.fail();
  size_t count = reader.count(sizeof(uint16_t));
  for (size_t i = 0; i < count && !reader.failed(); i++) {
    forest.push_back(std::make_unique<WakeupNode>());
    forest.back()->branch = read_branch(reader);
    read(reader, forest.back()->children, depth + 1);
  }
}

}  // namespace

std::string Exploration::save() const {
  SavedWriter writer;
  writer.value(kFormat);
  writer.value(counts_);
  writer.value(share_done_);
  writer.count(path_.size());
  for (model::Position i = 0; i < path_.size(); i++) {
    writer.value(path_[i]);
    writer.list(path_.footprints(i).subspan(1));
    writer.list(path_.enabled(i));
  }
  writer.count(node_count_);
  for (size_t i = 0; i < node_count_; i++) {
    explore::save(writer, nodes_[i].sleep);
    explore::save(writer, nodes_[i].explored);
    explore::save(writer, nodes_[i].pending);
  }
  writer.value(static_cast<uint8_t>(current_ != nullptr));
  if (current_) {
    explore::save(writer, current_->branch);
    explore::save(writer, current_->children);
  }
  return writer.take();
}

bool Exploration::restore(std::string_view bytes) {
  SavedReader reader(bytes);
  if (reader.value<uint32_t>() != kFormat) return false;
  Counts counts = reader.value<Counts>();
  double share_done = reader.value<double>();
  size_t steps = reader.count(sizeof(model::Transition));
  std::vector<Footprint> inner;
  std::vector<uint64_t> enabled;
  for (size_t i = 0; i < steps && !reader.failed(); i++) {
    auto transition = reader.value<model::Transition>();
    reader.list(inner);
    reader.list(enabled);
    bool sound = is_sound(transition.head) && enabled.size() <= kThreadWords;
    for (const Footprint& footprint : inner) sound &= is_sound(footprint);
    if (!sound || reader.failed()) return false;
    path_.push(transition, inner, enabled, races_);
  }
  races_.clear();
  path_.forget_races();
  size_t nodes = reader.count(3 * sizeof(uint64_t));
  node_count_ = 0;
  for (size_t i = 0; i < nodes && !reader.failed(); i++) {
    Node& node = push_node();
    read(reader, node.sleep);
    read(reader, node.explored);
    read(reader, node.pending, 0);
  }
  current_ = nullptr;
  if (reader.value<uint8_t>() != 0) {
    current_ = std::make_unique<WakeupNode>();
    current_->branch = read_branch(reader);
    read(reader, current_->children, 0);
  }
  // The present branch has its place in the last node, whose state the path leads to.
  bool consistent =
      current_ ? node_count_ == path_.size() + 1 && !nodes_[node_count_ - 1].explored.empty() : node_count_ == 0;
  if (!reader.finished() || !consistent) return false;
  counts_ = counts;
  share_done_ = share_done;
  return true;
}

}  // namespace selvage::explore
