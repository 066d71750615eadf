// Writes the file of a counterexample.
#pragma once

#include <string>

#include "trace/trace.h"

namespace selvage::trace {

// The lines of the file, before compression.
std::string to_lines(const Trace& trace);

// The whole file.
std::string to_bytes(const Trace& trace);

}  // namespace selvage::trace
