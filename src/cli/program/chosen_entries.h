// `--within`, `--without` and `--point`: functions that preemption points have to be in, or must not be in, and lines whose
// accesses are points, as entries that tell the program of them (contract/chosen_points.h).
#pragma once

#include <vector>

#include "cli/check/check_options.h"
#include "cli/show/names.h"
#include "contract/channel.h"

namespace selvage::cli {

// Throws Error (usage) where the program has no such function, or no plain access in such a line.
std::vector<SharedLocation> chosen_entries(const CheckOptions& options, const Names& names, uint64_t load_address);

}  // namespace selvage::cli
