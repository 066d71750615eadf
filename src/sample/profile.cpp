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
    Object* object = object_at(step.head.object / kSharingGranule);
    if (object == nullptr) continue;
    if (object->operations.size() <= thread) object->operations.resize(thread + 1U);
    ++object->operations[thread];
    object->changes |= !dependence::is_memory(step.head) || dependence::modifies_memory(step.head);
  }
}

void Profile::take_over(const Profile& part) {
  executions_ += part.executions_;
  longest_ = std::max(longest_, part.longest_);
  threads_ = std::max(threads_, part.threads_);
  has_outcomes_ |= part.has_outcomes_;
  for (uint64_t granule : part.met_) {
    const Object& other = part.objects_.at(granule);
    Object* object = object_at(granule);
    if (object == nullptr) continue;
    if (object->operations.size() < other.operations.size()) object->operations.resize(other.operations.size());
    for (size_t i = 0; i < other.operations.size(); ++i) object->operations[i] += other.operations[i];
    object->changes |= other.changes;
  }
}

void Profile::forget() { *this = Profile(is_part_); }

Profile::Object* Profile::object_at(uint64_t granule) {
  auto found = objects_.find(granule);
  if (found != objects_.end()) return &found->second;
  if (!is_part_ && objects_.size() >= kMostObjects) return nullptr;
  met_.push_back(granule);
  return &objects_[granule];
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
  writer.count(met_.size());
  for (uint64_t granule : met_) {
    const Object& object = objects_.at(granule);
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
  met_.clear();
  for (size_t left = reader.count(1); left > 0 && !reader.failed(); --left) {
    auto granule = reader.value<uint64_t>();
    Object object;
    object.changes = reader.value<uint8_t>() != 0;
    reader.list(object.operations);
    if (!objects_.emplace(granule, std::move(object)).second) return reader.fail();
    met_.push_back(granule);
  }
}

}  // namespace selvage::sample
