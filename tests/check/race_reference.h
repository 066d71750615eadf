// Data races by definition: edges between all pairs of operations, their transitive closure, and all pairs of
// accesses. Slow, and shares no code with the detector.
#pragma once

#include <set>
#include <tuple>

#include "model/path.h"

namespace selvage::check::testing {

// First step, second step, observed.
using RaceSet = std::set<std::tuple<model::Position, model::Position, bool>>;

// Those whose second access is at step `known` or later.
RaceSet races_by_definition(const model::Path& path, size_t known);

}  // namespace selvage::check::testing
