// Source places for people: the innermost one in the user's own code, with the calls that led there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/show/names.h"
#include "report/counterexample.h"
#include "target/symbolizer.h"

namespace selvage::cli {

// Headers and libraries of the system: what stands there is not what the user wrote.
bool is_system_file(const std::string& path);

report::Place place_of(uint32_t site, const Names& names);
report::Place place_of(const target::Frame& frame, const Names& names);
report::Stack stack_of(const std::vector<target::Frame>& frames, const Names& names);

// The site, or, where that is in a header of the system, the innermost frame that is not.
report::Place own_place(uint32_t site, const report::Stack& stack, const Names& names);

}  // namespace selvage::cli
