#include "trace/comparison.h"

#include <map>

namespace selvage::trace {
namespace {

bool lies_in(uint64_t address, uint64_t begin, uint64_t slot_size) {
  return address >= begin && address - begin < slot_size * kMaxThreads;
}

class Comparison {
 public:
  Comparison(const Recording& recorded, const Recording& present, bool same_program)
      : recorded_(recorded), present_(present), same_program_(same_program) {}

  std::optional<Aspect> difference(const RecordedStep& a, const RecordedStep& b) {
    if (a.thread != b.thread || a.operation != b.operation) return Aspect::Operation;
    if (!same_object(a.object, b.object)) return Aspect::Object;
    if (a.alternatives != b.alternatives || a.alternative != b.alternative) return Aspect::Alternatives;
    if (a.enabled != b.enabled) return Aspect::Enabled;
    if (a.failed != b.failed || a.timed_out != b.timed_out || a.spurious != b.spurious) return Aspect::Result;
    return std::nullopt;
  }

 private:
  bool same_object(std::optional<ObjectIndex> a, std::optional<ObjectIndex> b) {
    if (!a || !b) return !a && !b;
    const Object& first = recorded_.objects.at(*a);
    const Object& second = present_.objects.at(*b);
    if (first.kind != second.kind) return false;
    if (same_program_ || !may_move(first) || !may_move(second)) return first.name == second.name;
    auto [there, is_new] = moved_.try_emplace(first.address, second.address);
    auto [back, is_new_back] = moved_back_.try_emplace(second.address, first.address);
    return there->second == second.address && back->second == first.address;
  }

  const Recording& recorded_;
  const Recording& present_;
  bool same_program_;
  std::map<uint64_t, uint64_t> moved_, moved_back_;
};

}  // namespace

bool may_move(const Object& object) {
  // Without a name: the stack of main, and what libraries map for themselves.
  return object.name.starts_with("0x") || lies_in(object.address, address::kStacks, address::kStackSlotSize) ||
         lies_in(object.address, address::kHeap, address::kHeapArenaSize) ||
         lies_in(object.address, address::kMappings, address::kMappingArenaSize) ||
         lies_in(object.address, address::kThreadStorage, address::kThreadStorageSlotSize);
}

std::optional<Difference> first_difference(const Recording& recorded, const Recording& present, bool same_program) {
  Comparison comparison(recorded, present, same_program);
  for (size_t i = 0; i < recorded.steps.size(); ++i) {
    if (i >= present.steps.size()) return Difference{i, Aspect::Missing};
    if (auto aspect = comparison.difference(recorded.steps[i], present.steps[i])) return Difference{i, *aspect};
  }
  return std::nullopt;
}

}  // namespace selvage::trace
