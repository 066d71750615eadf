#include "trace/original.h"

#include <algorithm>

namespace selvage::trace {

bool has_original(const Trace& trace) {
  return trace.original && !trace.original->schedule.empty() && !trace.original->steps.empty();
}

void use_original(Trace& trace) {
  Original original = std::move(*trace.original);
  trace.original.reset();
  trace.schedule = std::move(original.schedule);
  trace.shared.resize(std::min<uint64_t>(original.shared, trace.shared.size()));
  trace.finding = std::move(original.finding);
  trace.recording.steps = std::move(original.steps);
  report::Counterexample shown;
  shown.title = std::move(trace.shown.title);
  shown.place = std::move(trace.shown.place);
  trace.shown = std::move(shown);
}

}  // namespace selvage::trace
