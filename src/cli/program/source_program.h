// `selvage check bank.c`: source files in place of an executable.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "target/resources.h"
#include "target/workspace.h"

namespace selvage::cli {

bool is_source_file(const std::string& path);

struct Compilation {
  target::Workspace& workspace;
  target::Resources& resources;        // where the compiler's memory counts
  std::function<void()> goes_on = {};  // again and again while it compiles; throws to end it
  bool quiet = false;
};

// Compiles them together into the workspace and returns the executable's path; it has the name of the first. Throws
// Error with the compiler's output in front of the sentence if that fails.
std::string compile_sources(const std::vector<std::string>& sources, const std::string& flags,
                            const Compilation& compilation);

// The command beside this one: selvage-cc, selvage-c++.
std::string sibling_command(const std::string& name);

}  // namespace selvage::cli
