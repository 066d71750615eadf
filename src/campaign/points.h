// Sets of preemption points: where threads can be switched although they could go on. A search over a smaller set covers
// less and ends sooner (Blum and Gibson: Stateless Model Checking with Data-Race Preemption Points, OOPSLA 2016).
#pragma once

#include <cstdint>
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
// Scheduling points of the configuration become those of the set.
void restrict_points(Configuration& configuration, Points points);

}  // namespace selvage::campaign
