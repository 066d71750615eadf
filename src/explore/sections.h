// Critical sections that are one transition, and do nothing but access memory: they are marked, and from then on depend on
// each other only through what they access (kEventSection; docs/sections.md).
#pragma once

#include "explore/target.h"

namespace selvage::explore {

void mark_sections(Execution& execution);

}  // namespace selvage::explore
