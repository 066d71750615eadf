// What the user asked `selvage replay` for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/check/check_options.h"

namespace selvage::cli {

// The program, its arguments and its settings come from the trace, unless the user names another build of it.
struct ReplayOptions : CheckOptions {
  std::string trace_file;
  bool show = false;      // without executing anything
  bool original = false;  // as the search found it, not made shorter
  bool step = false;
  bool gdb = false;
  std::vector<std::string> gdb_arguments;  // after --
  std::optional<uint64_t> stop_at;         // --gdb: at this step instead of the failing one, from 1
  std::optional<uint64_t> random_extend;   // continuations to be drawn
  std::optional<uint64_t> extend_from;     // after so many steps
};

}  // namespace selvage::cli
