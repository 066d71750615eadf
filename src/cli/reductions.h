// What makes a search shorter besides its strategy, by name. Each says which properties it preserves; all so far preserve
// every one.
#pragma once

#include <string>
#include <vector>

namespace selvage::cli {

enum class Reduction { CriticalSections, Count };

const char* reduction_name(Reduction reduction);
// Empty, or what is wrong with the name. "all" is one.
std::string parse_reduction(const std::string& name, std::vector<Reduction>& reductions);

}  // namespace selvage::cli
