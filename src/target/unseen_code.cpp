#include "target/unseen_code.h"

#include <algorithm>

#include "target/language_runtimes.h"

namespace selvage::target {

UnseenCode unseen_code(const ModuleMap& modules) {
  UnseenCode unseen;
  unseen.libraries = modules.uninstrumented_libraries();
  std::erase_if(unseen.libraries, [](const std::string& path) { return is_language_runtime(path); });
  std::ranges::sort(unseen.libraries);
  auto rest = std::ranges::unique(unseen.libraries);
  unseen.libraries.erase(rest.begin(), rest.end());
  CodeCoverage coverage = modules.coverage();
  unseen.functions = std::move(coverage.other_names);
  unseen.function_count = coverage.other_functions;
  unseen.inline_assembly = modules.inline_assembly();
  return unseen;
}

bool has_unseen_code(const ModuleMap& modules) { return !unseen_code(modules).empty(); }

}  // namespace selvage::target
