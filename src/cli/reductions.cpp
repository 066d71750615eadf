#include "cli/reductions.h"

#include <fmt/format.h>

namespace selvage::cli {

const char* reduction_name(Reduction reduction) {
  switch (reduction) {
    case Reduction::CriticalSections:
      return "critical-sections";
    case Reduction::Count:
      break;
  }
  return "";
}

std::string parse_reduction(const std::string& name, std::vector<Reduction>& reductions) {
  std::string names = "all";
  bool found = false;
  for (int i = 0; i < static_cast<int>(Reduction::Count); ++i) {
    auto reduction = static_cast<Reduction>(i);
    names += fmt::format(", {}", reduction_name(reduction));
    if (name != "all" && name != reduction_name(reduction)) continue;
    reductions.push_back(reduction);
    found = true;
  }
  return found ? "" : fmt::format("there is no reduction \"{}\": say one of {}", name, names);
}

}  // namespace selvage::cli
