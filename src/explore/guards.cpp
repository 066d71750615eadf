#include "explore/guards.h"

#include <algorithm>
#include <unordered_set>

#include "contract/argument_blocks.h"

namespace selvage::explore {

using model::Path;
using model::Position;

namespace {

// The halves of granules that an access touches.
template <typename Function>
void for_each_half(const Footprint& f, Function&& function) {
  uint64_t end = f.object + dependence::width(f);
  for (uint64_t half = f.object & ~(kHalf - 1); half < end; half += kHalf) function(half);
}

uint64_t granule_of(uint64_t half) { return half & ~(kSharingGranule - 1); }
size_t index_of(uint64_t half) { return half / kHalf % 2; }

bool is_held(std::span<const model::HeldLock> locks, uint64_t mutex) {
  return std::ranges::any_of(
      locks, [&](const model::HeldLock& lock) { return lock.kind == ObjectKind::Mutex && lock.object == mutex; });
}

// Of every half of an untried granule: the mutexes that are held at all accesses under a lock.
class Candidates {
 public:
  explicit Candidates(const std::vector<uint64_t>& untried) : untried_(untried.begin(), untried.end()) {}

  void take_in(const Path& path) {
    model::LockSets locks;
    locks.take_in(path, [&](Position, const Footprint& f) {
      for_each_half(f, [&](uint64_t half) {
        if (untried_.contains(granule_of(half))) meet(half, locks.held_now(f.thread));
      });
    });
  }

  Guards guards() const {
    Guards result;
    for (uint64_t granule : untried_) {
      GuardedGranule guards{{mutex_of(granule), mutex_of(granule + kHalf)}};
      if (guards.mutexes[0] != 0 || guards.mutexes[1] != 0) result.add(granule, guards);
    }
    return result;
  }

 private:
  void meet(uint64_t half, std::span<const model::HeldLock> held) {
    auto is_mutex = [](const model::HeldLock& lock) { return lock.kind == ObjectKind::Mutex; };
    if (std::ranges::none_of(held, is_mutex)) return;
    auto [entry, is_new] = mutexes_.try_emplace(half);
    std::vector<uint64_t>& mutexes = entry->second;
    if (is_new) {
      for (const model::HeldLock& lock : held)
        if (is_mutex(lock)) mutexes.push_back(lock.object);
    } else {
      std::erase_if(mutexes, [&](uint64_t mutex) { return !is_held(held, mutex); });
    }
  }

  uint64_t mutex_of(uint64_t half) const {
    auto found = mutexes_.find(half);
    return found == mutexes_.end() || found->second.empty() ? 0 : found->second.front();
  }

  std::unordered_set<uint64_t> untried_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> mutexes_;
};

}  // namespace

Guards::Guards(std::span<const SharedLocation> table) {
  std::unordered_set<uint64_t> points, tried;
  for (size_t i = 0; i < table.size(); i++) {
    SharedLocation mark = table[i] % kSharingGranule;
    uint64_t granule = table[i] - mark;
    if (granule == 0 || is_about_blocks(granule)) continue;
    if (mark == 0) {
      points.insert(granule);
      guarded_.erase(granule);
    } else if (mark == kGuardedMark && i + 2 < table.size()) {
      tried.insert(granule);
      auto mutex = [&](size_t at) { return table[at] - kGuardMark == granule ? 0 : table[at] - kGuardMark; };
      guarded_[granule] = {{mutex(i + 1), mutex(i + 2)}};
      i += 2;
    }
  }
  for (uint64_t granule : points)
    if (!tried.contains(granule)) untried_.push_back(granule);
  std::ranges::sort(untried_);
}

size_t count_locations(std::span<const SharedLocation> table) {
  std::unordered_set<SharedLocation> locations;
  for (SharedLocation location : table)
    if ((location < kSharingGranule || location % kSharingGranule == 0) && location != kUnseenCode)
      locations.insert(location);
  return locations.size();
}

void GuardWatch::advance(const Path& path, size_t known, std::vector<SharedLocation>& unguarded) {
  locks_.truncate(known);
  while (accesses_.size() > 0 && accesses_.back().position >= known) {
    if (without_.size() > 0 && without_.back() + 1 == accesses_.size()) without_.drop_to(without_.size() - 1);
    accesses_.drop_to(accesses_.size() - 1);
  }
  locks_.take_in(path, [&](Position position, const Footprint& f) {
    for_each_half(f, [&](uint64_t half) {
      uint64_t granule = granule_of(half);
      const GuardedGranule* guarded = guards_.find(granule);
      if (!guarded || access(half, guarded->mutexes[index_of(half)], position, f.thread)) return;
      if (std::ranges::find(unguarded, granule) == unguarded.end()) unguarded.push_back(granule);
    });
  });
}

bool GuardWatch::access(uint64_t half, uint64_t mutex, Position position, uint16_t thread) {
  auto may_meet = [&](const Access& before) {
    return before.half == half && before.thread != thread &&
           !locks_.is_before_now(before.thread, before.position, thread);
  };
  bool meets = false;
  if (mutex != 0 && is_held(locks_.held_now(thread), mutex)) {
    for (uint32_t i = 0; i < without_.size() && !meets; i++) meets = may_meet(accesses_[without_[i]]);
  } else {
    for (uint32_t i = 0; i < accesses_.size() && !meets; i++) meets = may_meet(accesses_[i]);
    without_.push_back(accesses_.size());
  }
  accesses_.push_back({half, position, thread});
  return !meets;
}

std::vector<SharedLocation> find_guarded(const Guards& guards, const Path& path) {
  if (guards.untried().empty()) return {};
  Candidates candidates(guards.untried());
  candidates.take_in(path);
  Guards supposed = candidates.guards();
  std::vector<SharedLocation> unguarded;
  GuardWatch(supposed).advance(path, 0, unguarded);
  std::vector<SharedLocation> entries;
  for (uint64_t granule : guards.untried()) {
    const GuardedGranule* found = supposed.find(granule);
    if (!found || std::ranges::find(unguarded, granule) != unguarded.end()) continue;
    entries.push_back(granule | kGuardedMark);
    for (uint64_t mutex : found->mutexes) entries.push_back((mutex ? mutex : granule) | kGuardMark);
  }
  return entries;
}

}  // namespace selvage::explore
