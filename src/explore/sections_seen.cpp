#include "explore/sections_seen.h"

#include <algorithm>

#include "explore/sections.h"

namespace selvage::explore {

std::vector<SharedLocation> SectionsSeen::take_in(std::span<const SectionSeen> part, bool blocks) {
  std::vector<SharedLocation> found;
  bool blocks_differ = false;
  for (const SectionSeen& seen : part) {
    auto [entry, is_new] = did_.try_emplace(seen.key, seen.what);
    if (is_new || entry->second == seen.what) continue;
    blocks_differ |= seen.is_block != 0;
    if (seen.is_block == 0 || blocks) found.push_back(seen.key);
  }
  if (blocks_differ) found.push_back(kBlocksDiffer);
  return found;
}

}  // namespace selvage::explore
