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

bool may_be_in_unseen_code(const ModuleMap& modules, TargetAddress address) {
  if (modules.inline_assembly() != 0 || modules.is_uninstrumented_function(address)) return true;
  std::optional<ModuleMap::Place> place = modules.place(address);
  if (!place) return has_unseen_code(modules);
  std::vector<std::string> libraries = modules.uninstrumented_libraries();
  return std::ranges::find(libraries, place->path) != libraries.end() && !is_language_runtime(place->path);
}

}  // namespace selvage::target
