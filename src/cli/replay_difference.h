// The first difference between a trace and what its program does today, in words.
#pragma once

#include <string>

#include "cli/recording.h"
#include "cli/source_parts.h"
#include "trace/comparison.h"
#include "trace/trace.h"

namespace selvage::cli {

// Lines that end in a newline. `there` is how the threads stand before the step that differs.
std::string difference_text(const trace::Trace& trace, const RecordedExecution& present,
                            const trace::Difference& difference, const RecordedExecution& there);

}  // namespace selvage::cli
