#include "explore/branch.h"

namespace selvage::explore {

Footprint* Footprints::room_for(size_t count) {
  count_ = static_cast<uint32_t>(count);
  if (count <= kInPlace) return in_place_;
  if (count > capacity_ || !more_) {
    more_ = std::make_unique<Footprint[]>(count);
    capacity_ = count_;
  }
  return more_.get();
}

void Footprints::assign(std::span<const Footprint> all) { std::ranges::copy(all, room_for(all.size())); }

void Footprints::assign(const Footprint& head, std::span<const Footprint> inner) {
  Footprint* room = room_for(1 + inner.size());
  *room = head;
  std::ranges::copy(inner, room + 1);
}

bool Branch::depends_on(const model::Path& path, model::Position position) const {
  return std::ranges::any_of(footprints.all(), [&](const Footprint& own) { return path.dependent(own, position); });
}

bool Branch::depends_on(const Branch& other) const {
  return std::ranges::any_of(footprints.all(), [&](const Footprint& own) {
    return std::ranges::any_of(other.footprints.all(), [&](const Footprint& theirs) { return dependent(own, theirs); });
  });
}

}  // namespace selvage::explore
