#include "campaign/points.h"

#include <algorithm>
#include <span>

#include "contract/chosen_points.h"

namespace selvage::campaign {
namespace {

constexpr Operation kPlain[] = {Operation::Read, Operation::Write, Operation::Free};
constexpr Operation kSignals[] = {Operation::CondSignal, Operation::CondBroadcast};
constexpr Operation kLocks[] = {Operation::MutexLock,
                                Operation::MutexTryLock,
                                Operation::MutexTimedLock,
                                Operation::SpinLock,
                                Operation::SpinTryLock,
                                Operation::RwlockReadLock,
                                Operation::RwlockWriteLock,
                                Operation::RwlockTryReadLock,
                                Operation::RwlockTryWriteLock,
                                Operation::RwlockTimedReadLock,
                                Operation::RwlockTimedWriteLock,
                                Operation::SemaphoreWait,
                                Operation::SemaphoreTryWait,
                                Operation::SemaphoreTimedWait};
constexpr Operation kReleases[] = {Operation::MutexUnlock, Operation::SpinUnlock, Operation::RwlockUnlock,
                                   Operation::SemaphorePost};

void erase(OperationSet& set, std::span<const Operation> operations) {
  for (Operation operation : operations) set.erase(operation);
}

}  // namespace

std::string_view points_name(Points points) {
  switch (points) {
    case Points::Minimal:
      return "minimal";
    case Points::Lock:
      return "lock";
    case Points::Unlock:
      return "unlock";
    case Points::LockUnlock:
      return "lock+unlock";
    case Points::Synchronisation:
      return "sync";
    case Points::All:
      return "all";
  }
  return "";
}

std::vector<Points> all_points() {
  return {Points::Minimal, Points::Lock, Points::Unlock, Points::LockUnlock, Points::Synchronisation, Points::All};
}

OperationSet operations_of(Points points) {
  OperationSet set;
  for (unsigned i = 0; i < kOperationCount; ++i) set.insert(static_cast<Operation>(i));
  if (points == Points::All) return set;
  erase(set, kPlain);
  if (points == Points::Synchronisation) return set;
  for (unsigned i = 0; i < kOperationCount; ++i) {
    auto operation = static_cast<Operation>(i);
    if (traits(operation).object == ObjectKind::Memory) set.erase(operation);
  }
  erase(set, kSignals);
  if (points != Points::Lock && points != Points::LockUnlock) erase(set, kLocks);
  if (points != Points::Unlock && points != Points::LockUnlock) erase(set, kReleases);
  return set;
}

bool is_subset(Points one, Points other) {
  OperationSet inner = operations_of(one), outer = operations_of(other);
  return (inner.words[0] & ~outer.words[0]) == 0 && (inner.words[1] & ~outer.words[1]) == 0;
}

bool is_subset(const PointSet& one, const PointSet& other) {
  if (!is_subset(one.points, other.points)) return false;
  return other.points == Points::All || std::ranges::includes(other.sites, one.sites);
}

PointSet with_site(PointSet set, uint32_t site) {
  auto place = std::ranges::lower_bound(set.sites, site);
  if (place == set.sites.end() || *place != site) set.sites.insert(place, site);
  return set;
}

std::string points_name(const PointSet& set) {
  std::string name(points_name(set.points));
  if (set.sites.empty()) return name;
  return name + " and " + std::to_string(set.sites.size()) + (set.sites.size() == 1 ? " access" : " accesses");
}

std::vector<SharedLocation> entries_of(const PointSet& set) {
  std::vector<SharedLocation> entries;
  for (uint32_t site : set.sites) entries.push_back(chosen_entry(Chosen::Point, site));
  return entries;
}

void restrict_points(Configuration& configuration, Points points) {
  configuration.points = operations_of(points);
  configuration.exact_points = 1;
}

}  // namespace selvage::campaign
