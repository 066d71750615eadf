// `selvage run bank.c`: a source file in place of an executable.
#pragma once

#include <string>

#include "target/workspace.h"

namespace selvage::cli {

bool is_source_file(const std::string& path);

// Compiles it into the workspace and returns the executable's path. Throws Error with the compiler's output
// in front of the sentence if that fails.
std::string compile_source(const std::string& source, const std::string& flags, target::Workspace& workspace,
                           bool quiet);

// The command beside this one: selvage-cc, selvage-c++.
std::string sibling_command(const std::string& name);

}  // namespace selvage::cli
