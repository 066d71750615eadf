// The texts of the source files that findings name, as far as they can be read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/counterexample.h"

namespace selvage::cli {

// Files of the system are left out: nobody looks for the bug there.
std::map<std::string, std::string> sources_of(const std::vector<report::Counterexample>& findings);

}  // namespace selvage::cli
