// An interleaving for people: who did what, in which order, one operation per line.
#pragma once

#include <string>
#include <vector>

#include "cli/names.h"
#include "model/path.h"
#include "target/execution_view.h"

namespace selvage::cli {

struct InterleavingOptions {
  bool every_step = false;                   // as opposed to long stretches of one thread folded
  std::vector<model::Position> marked = {};  // steps that the finding is about; never folded
};

// Lines that end in a newline. `execution` was recorded with events.
// Of one in which a livelock was shown, what comes before its loop.
std::string interleaving(const target::ExecutionView& execution, Names& names, const InterleavingOptions& options);
// The loop, if there is one.
std::string loop_of_livelock(const target::ExecutionView& execution, Names& names);

}  // namespace selvage::cli
