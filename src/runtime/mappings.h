// mmap and its kin after the snapshot: placed by the calling thread's own history, undone at a restart.
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

inline uint64_t first_mapping_of(unsigned thread) { return address::kMappings + thread * address::kMappingArenaSize; }

// Restart: the program's mappings made since the snapshot go away.
void rewind_mappings();

}  // namespace selvage::runtime
