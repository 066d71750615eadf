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

void Origin::set(const Pointer& parent, Position shared, std::span<const Step> steps,
                 std::span<const Reversal> reversals, const Asleep& asleep, bool are_settled) {
  // A parent that has little in common would be kept for the sake of that little.
  bool is_linked = parent && shared > kShortBeginning && shared > steps.size() / 4 && parent->depth() < kDeepest;
  parts_.shared = is_linked ? shared : 0;
  if (is_linked) parts_.parent = parent;
  depth_ = is_linked ? parent->depth_ + 1 : 1;
  parts_.steps.assign(steps.begin() + parts_.shared, steps.end());
  auto own = is_linked ? std::ranges::lower_bound(reversals, shared, {}, &Reversal::head) : reversals.begin();
  parts_.reversals.assign(own, reversals.end());
  is_settled_ = are_settled;
  if (!asleep.empty()) parts_.asleep = asleep;
}

void Origin::clear() {
  parts_.parent.reset();
  parts_.steps.clear();
  parts_.reversals.clear();
  parts_.asleep.clear();
}

std::shared_ptr<Origin> OriginStore::take() {
  if (spare_.empty()) return std::make_shared<Origin>();
  std::shared_ptr<Origin> origin = std::move(spare_.back());
  spare_.pop_back();
  return origin;
}

void OriginStore::release(Origin::Pointer&& origin) {
  bool is_own = !origin->is_handed_out() && origin->parts().steps.capacity() <= kMostKept;
  bool is_last = is_own && origin.use_count() == 1;
  if (is_last && spare_.size() < kMostSpare) {
    spare_.push_back(std::const_pointer_cast<Origin>(std::move(origin)));
    spare_.back()->clear();
  }
  origin.reset();
}

Origin::Origin(OriginParts parts)
    : parts_(std::move(parts)), depth_(parts_.parent ? parts_.parent->depth_ + 1 : 1), is_handed_out_(true) {}

void Origin::hand_out() const {
  for (const Origin* one = this; one != nullptr && !one->is_handed_out_; one = one->parts_.parent.get())
    one->is_handed_out_ = true;
}

Origin::~Origin() = default;

void Origin::append_steps(Position begin, Position end, std::vector<Step>& steps) const {
  if (begin < parts_.shared) parts_.parent->append_steps(begin, std::min(end, parts_.shared), steps);
  begin = std::max(begin, parts_.shared);
  if (begin >= end) return;
  auto first = parts_.steps.begin() - static_cast<ptrdiff_t>(parts_.shared);
  steps.insert(steps.end(), first + begin, first + end);
}

size_t Origin::append_reversals(Position before, std::vector<Reversal>& reversals) const {
  size_t settled =
      parts_.parent ? parts_.parent->append_reversals(std::min(before, parts_.shared), reversals) : reversals.size();
  bool are_all_settled = is_settled_ && settled == reversals.size();
  auto end = std::ranges::lower_bound(parts_.reversals, before, {}, &Reversal::head);
  auto own = reversals.insert(reversals.end(), parts_.reversals.begin(), end);
  for (; own != reversals.end(); ++own)
    if (own->resumed >= before) own->resumed = model::kNone;
  if (!are_all_settled) return settled;
  return reversals.size() - (!reversals.empty() && !reversals.back().is_settled() ? 1 : 0);
}

}  // namespace selvage::explore
