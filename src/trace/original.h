// A trace about the interleaving that the search found, made from one about a shorter way to the same finding.
#pragma once

#include "trace/trace.h"

namespace selvage::trace {

// The file holds it, with every step.
bool has_original(const Trace& trace);

// What was shown is about the shorter one; its title and place are kept. `trace` has an original.
void use_original(Trace& trace);

}  // namespace selvage::trace
