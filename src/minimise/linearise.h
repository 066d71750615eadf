// The same interleaving told with fewer switches.
//
// What an execution does depends only on the order of dependent steps. Any other sequence that keeps this order, and any
// beginning of one that lacks nothing of what its own steps come after, is an execution of the program too.
#pragma once

#include <span>
#include <vector>

#include "contract/channel.h"
#include "model/path.h"

namespace selvage::minimise {

// What the given steps come after, and they themselves: one entry per step of the path.
std::vector<bool> causes_of(const model::Path& path, std::span<const model::Position> steps);

// Sequences of the steps that are `kept`, which is closed under causes_of: with few switches, the best first.
std::vector<std::vector<Step>> linearise(const model::Path& path, const std::vector<bool>& kept);

}  // namespace selvage::minimise
