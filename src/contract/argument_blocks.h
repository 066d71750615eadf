// What is found out about blocks that threads are handed when they are created (docs/symmetry.md): entries of the table of shared
// locations, at addresses where no memory is.
#pragma once

#include "contract/channel.h"

namespace selvage {

// Blocks whose contents differ are not alike: somebody looks at what differs.
inline constexpr SharedLocation kDifferencesMatter = 3 * kSharingGranule;
// No blocks are alike, whatever they contain: somebody looks at one that another thread was handed.
inline constexpr SharedLocation kBlocksToldApart = 4 * kSharingGranule;

constexpr bool is_about_blocks(SharedLocation entry) {
  return entry == kDifferencesMatter || entry == kBlocksToldApart;
}

}  // namespace selvage
