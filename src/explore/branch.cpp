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

Branch::Branch(const model::Path& path, model::Position position)
    : thread(path.thread(position)),
      alternative(path[position].alternative),
      alternatives(path[position].alternatives),
      known(true),
      marks(path.marks(position)) {
  footprints.assign(path.footprints(position));
}

void Branch::set_footprints(std::span<const Footprint> all) {
  footprints.assign(all);
  marks = {};
  marks.add(all);
}

void Branch::set_footprints(const Footprint& head, std::span<const Footprint> inner) {
  footprints.assign(head, inner);
  marks = {};
  marks.add(head);
  marks.add(inner);
}

bool Branch::depends_on(const model::Path& path, model::Position position) const {
  if (thread != path.thread(position) && !model::may_depend(marks, path.marks(position))) return false;
  return std::ranges::any_of(footprints.all(), [&](const Footprint& own) { return path.dependent(own, position); });
}

}  // namespace selvage::explore
