#include "explore/branch.h"

namespace selvage::explore {

void Footprints::assign(std::span<const Footprint> all) {
  count_ = static_cast<uint32_t>(all.size());
  if (count_ > kInPlace) more_ = std::make_unique<Footprint[]>(count_);
  std::ranges::copy(all, count_ > kInPlace ? more_.get() : in_place_);
}

Branch::Branch(const model::Path& path, model::Position position)
    : thread(path.thread(position)),
      alternative(path[position].alternative),
      alternatives(path[position].alternatives),
      marks(path.marks(position)) {
  footprints.assign(path.footprints(position));
}

void Branch::set_footprints(std::span<const Footprint> all) {
  footprints.assign(all);
  marks = {};
  marks.add(all);
}

bool Branch::depends_on(const model::Path& path, model::Position position) const {
  if (thread != path.thread(position) && !model::may_depend(marks, path.marks(position))) return false;
  return std::ranges::any_of(footprints.all(), [&](const Footprint& own) { return path.dependent(own, position); });
}

}  // namespace selvage::explore
