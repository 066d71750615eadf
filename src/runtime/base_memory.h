// Memory at the root and at the bases (bases.h): a stack of states on the way of one execution, of which the root is the
// lowest.
//
// A base has copies of the pages that were ever written since the root. Those of threads' stacks are special: they are
// many, and most threads do not run between one base and the next. While a thread does not run, nothing on its stack can
// change but what is in use, which others may have pointers to; so that part alone is copied, both ways. (Not so for who keeps
// suspended contexts of his own below the frame that he runs in: a stack on the stack, which others have pointers into.)
#pragma once

#include <stdint.h>

#include "contract/channel.h"

namespace selvage::runtime {

inline constexpr unsigned kMaxLevels = 8;  // level 0 is the root
// Room for what else belongs to a base.
inline constexpr uint64_t kBaseStates = address::kBasePages + 0x1'0000;

// The root has just been taken: there is nothing above it.
void begin_levels();
unsigned present_level();
// Memory as it is becomes a new level. False: there is no room for one.
bool keep_level();
// Goes back to the present level or to one below. `thorough`: whatever ran.
void restore_level(unsigned level, bool thorough);

}  // namespace selvage::runtime
