// Accesses that cannot influence what is being checked, as the analyses of the program say (contract/facts.h): they are no
// scheduling points, and nobody watches them.
#pragma once

#include <stdint.h>

#include "runtime/host.h"

namespace selvage::runtime {

bool has_no_influence(uint32_t site);
// No thread of the program knows which one it is (kThreadsAnonymous).
bool threads_are_anonymous();
// The same where each is handed a block of its own (kBlocksAnonymous).
bool blocks_are_anonymous();
// The function does not use its argument.
bool is_indifferent(void* (*function)(void*));

inline bool is_irrelevant(uint32_t site) { return host().configuration.relevant != 0 && has_no_influence(site); }

}  // namespace selvage::runtime
