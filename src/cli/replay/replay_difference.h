// The first difference between a trace and what its program does today, in words.
#pragma once

#include <optional>
#include <string>

#include "cli/program/source_parts.h"
#include "cli/show/recording.h"
#include "trace/comparison.h"
#include "trace/trace.h"

namespace selvage::cli {

// Lines that end in a newline. `there` is how the threads stand before the step that differs.
std::string difference_text(const trace::Trace& trace, const RecordedExecution& present,
                            const trace::Difference& difference, const RecordedExecution& there);

// Two executions with the same schedule, as they are shown, and the first thing in which they differ all the same.
struct DifferenceInside {
  size_t number = 0;          // of the step
  std::string recorded, now;  // "thread 1: write x = 3 at bank.c:26"
};
std::optional<DifferenceInside> difference_inside(const report::Counterexample& recorded,
                                                  const report::Counterexample& present, bool same_program);

}  // namespace selvage::cli
