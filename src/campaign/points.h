// Sets of preemption points: where threads can be switched although they could go on. A search over a smaller set covers
// less and ends sooner (Blum and Gibson: Stateless Model Checking with Data-Race Preemption Points, OOPSLA 2016).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/channel.h"

namespace selvage::campaign {

enum class Points : uint8_t {
  Minimal,          // where threads wait, yield, begin and end
  Lock,             // and where they acquire locks
  Unlock,           // and where they release them
  LockUnlock,       // both
  Synchronisation,  // and at every atomic access and every other operation that threads synchronise by
  All,              // and at plain accesses to memory that is shared
};

std::string_view points_name(Points points);  // published: option --points
std::vector<Points> all_points();

OperationSet operations_of(Points points);
// Where one set allows a switch, the other does, too; a set is one of its own.
bool is_subset(Points one, Points other);

// The same with single instructions besides: plain accesses at these sites are points, too.
struct PointSet {
  Points points = Points::All;
  std::vector<uint32_t> sites = {};  // ascending

  bool operator==(const PointSet&) const = default;
};

bool is_subset(const PointSet& one, const PointSet& other);
PointSet with_site(PointSet set, uint32_t site);
// "sync", "minimal and 2 accesses"
std::string points_name(const PointSet& set);
// What tells the program of the sites.
std::vector<SharedLocation> entries_of(const PointSet& set);
// Scheduling points of the configuration become those of the set.
void restrict_points(Configuration& configuration, Points points);

}  // namespace selvage::campaign
