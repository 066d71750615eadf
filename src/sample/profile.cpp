#include "sample/profile.h"

#include <algorithm>

namespace selvage::sample {
namespace {

// Programs that touch more than this are known well enough by part of it.
constexpr size_t kMostObjects = 4096;

bool is_place(const Footprint& f) {
  return f.object != 0 && (dependence::is_memory(f) || dependence::lies_in_memory(traits(f.operation).object));
}

}  // namespace

void Profile::take_in(const explore::Execution& execution) {
  ++executions_;
  longest_ = std::max<uint64_t>(longest_, execution.steps.size());
  for (const model::Transition& step : execution.steps) {
    uint16_t thread = step.head.thread;
    threads_ = std::max<uint64_t>(threads_, thread + 1U);
    has_outcomes_ |= step.alternatives > 1;
    if (!is_place(step.head)) continue;
    uint64_t granule = step.head.object / kSharingGranule;
    auto found = objects_.find(granule);
    if (found == objects_.end()) {
      if (objects_.size() >= kMostObjects) continue;
      found = objects_.emplace(granule, Object{}).first;
    }
    Object& object = found->second;
    if (object.operations.size() <= thread) object.operations.resize(thread + 1U);
    ++object.operations[thread];
    object.changes |= !dependence::is_memory(step.head) || dependence::modifies_memory(step.head);
  }
}

std::vector<uint64_t> Profile::contested() const {
  std::vector<uint64_t> result;
  for (const auto& [granule, object] : objects_) {
    auto idle = std::ranges::count(object.operations, uint64_t{0});
    if (object.changes && std::ssize(object.operations) - idle >= 2) result.push_back(granule * kSharingGranule);
  }
  return result;
}

std::vector<uint32_t> Profile::operations_at(uint64_t address) const {
  std::vector<uint32_t> result;
  auto found = objects_.find(address / kSharingGranule);
  if (found == objects_.end()) return result;
  for (uint64_t sum : found->second.operations)
    result.push_back(static_cast<uint32_t>((sum + executions_ - 1) / std::max<uint64_t>(executions_, 1)));
  return result;
}

void Profile::save(explore::SavedWriter& writer) const {
  for (uint64_t value : {executions_, longest_, threads_, uint64_t{has_outcomes_}}) writer.value(value);
  writer.count(objects_.size());
  for (const auto& [granule, object] : objects_) {
    writer.value(granule);
    writer.value(object.changes);
    writer.list(std::span<const uint64_t>(object.operations));
  }
}

void Profile::restore(explore::SavedReader& reader) {
  executions_ = reader.value<uint64_t>();
  longest_ = reader.value<uint64_t>();
  threads_ = reader.value<uint64_t>();
  has_outcomes_ = reader.value<uint64_t>() != 0;
  objects_.clear();
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto granule = reader.value<uint64_t>();
    Object object;
    object.changes = reader.value<uint8_t>() != 0;
    reader.list(object.operations);
    objects_.emplace(granule, std::move(object));
  }
}

}  // namespace selvage::sample
