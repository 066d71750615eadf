// Whether a reduction was used in a check, and what it saved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/reductions/reductions.h"

namespace selvage::cli {

struct ReductionUse {
  Reduction reduction;
  std::string why_not = {};              // empty: it was used
  std::string limit = {};                // what it was not used for, and why; empty: nothing known
  std::optional<uint64_t> without = {};  // executions of the same search without it; empty: not measured
  bool is_least = false;                 // that search was ended before it was through
  std::string why_not_measured = {};

  bool is_used() const { return why_not.empty(); }
};

std::string published_name(Reduction reduction);  // in summaries

}  // namespace selvage::cli
