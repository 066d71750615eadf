// Calls of functions of the languages' libraries of which it is not known what they do to memory (docs/libraries.md).
#pragma once

#include <stdint.h>

namespace selvage::runtime {

// Hands the site to the explorer, once, if another thread may notice what a call there does to memory.
void note_library_call(uint32_t site);

}  // namespace selvage::runtime
