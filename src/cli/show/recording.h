// An execution in the words of a trace file: each step with its operation, object, place, and who could have gone.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/show/names.h"
#include "target/execution_view.h"
#include "trace/trace.h"

namespace selvage::cli {

// What a thread was about to do when the execution ended.
struct PendingStep {
  trace::RecordedStep step;  // its object and site are in the recording
  bool is_enabled = false;
};

struct RecordedExecution {
  trace::Recording recording;
  std::vector<PendingStep> pending;  // of threads that were alive
  std::vector<trace::RecordedStep> original;
};

// The executions were recorded with events. Sites and objects of the `original`, if there is one, are in the same recording.
RecordedExecution record_of(const target::ExecutionView& execution, Names& names,
                            const target::ExecutionView* original = nullptr);

}  // namespace selvage::cli
