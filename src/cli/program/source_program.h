// `selvage check bank.c`: source files in place of an executable.
#pragma once

#include <string>
#include <vector>

#include "target/workspace.h"

namespace selvage::cli {

bool is_source_file(const std::string& path);

// Compiles them together into the workspace and returns the executable's path; it has the name of the first. Throws
// Error with the compiler's output in front of the sentence if that fails.
std::string compile_sources(const std::vector<std::string>& sources, const std::string& flags,
                            target::Workspace& workspace, bool quiet);

// The command beside this one: selvage-cc, selvage-c++.
std::string sibling_command(const std::string& name);

}  // namespace selvage::cli
