#include "explore/origin.h"

#include <algorithm>
#include <utility>

namespace selvage::explore {

using model::Position;

namespace {

// A beginning as short as this is copied: it costs less than to look it up.
constexpr Position kShortBeginning = 256;

}  // namespace

void Asleep::clear() {
  sleepers.clear();
  footprints.clear();
}

void Asleep::add_up_to(Position length, const Asleep& others) {
  size_t count = 0;
  for (const Sleeper& sleeper : others.sleepers) {
    if (sleeper.from > length) break;
    sleepers.push_back(sleeper);
    count += sleeper.footprint_count;
  }
  auto begin = others.footprints.begin();
  footprints.insert(footprints.end(), begin, begin + static_cast<ptrdiff_t>(count));
}

Origin::Pointer Origin::make(const Pointer& parent, Position shared, std::span<const Step> steps,
                             std::span<const Reversal> reversals, const Asleep& asleep) {
  OriginParts parts;
  // A parent that has little in common would be kept for the sake of that little.
  bool is_linked = parent && shared > kShortBeginning && shared > steps.size() / 4 && parent->depth() < kDeepest;
  if (is_linked) {
    parts.parent = parent;
    parts.shared = shared;
  }
  parts.steps.assign(steps.begin() + parts.shared, steps.end());
  auto own = std::ranges::lower_bound(reversals, parts.shared, {}, &Reversal::head);
  parts.reversals.assign(own, reversals.end());
  parts.asleep = asleep;
  return std::make_shared<const Origin>(std::move(parts));
}

Origin::Origin(OriginParts parts) : parts_(std::move(parts)), depth_(parts_.parent ? parts_.parent->depth_ + 1 : 1) {}

Origin::~Origin() = default;

void Origin::append_steps(Position begin, Position end, std::vector<Step>& steps) const {
  if (begin < parts_.shared) parts_.parent->append_steps(begin, std::min(end, parts_.shared), steps);
  begin = std::max(begin, parts_.shared);
  if (begin >= end) return;
  auto first = parts_.steps.begin() - static_cast<ptrdiff_t>(parts_.shared);
  steps.insert(steps.end(), first + begin, first + end);
}

void Origin::append_reversals(Position before, std::vector<Reversal>& reversals) const {
  if (parts_.parent) parts_.parent->append_reversals(std::min(before, parts_.shared), reversals);
  auto end = std::ranges::lower_bound(parts_.reversals, before, {}, &Reversal::head);
  reversals.insert(reversals.end(), parts_.reversals.begin(), end);
}

}  // namespace selvage::explore
