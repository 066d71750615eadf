#include "cli/program/execution_size.h"

#include <algorithm>

#include "cli/program/explored_program.h"
#include "explore/turns.h"

namespace selvage::cli {

minimise::Size size_of(const target::ExecutionView& view) {
  explore::Execution execution;
  translate(view, 0, execution, nullptr);
  std::vector<explore::Turn> turns = explore::turns_of(execution);
  // What comes before the first choice may be recorded, but is no step.
  size_t steps = std::min<size_t>(view.record().step_count, turns.size());
  turns.erase(turns.begin(), turns.end() - static_cast<ptrdiff_t>(steps));
  // Rounds of a livelock come after what leads to it.
  const ExecutionRecord& record = view.record();
  uint64_t rounds = uint64_t{record.loop_rounds} * record.loop_steps + record.continued_steps;
  turns.resize(turns.size() - std::min<size_t>(rounds, turns.size()));
  if (!turns.empty()) turns.front() = explore::Turn::Kept;
  return minimise::size_of(turns);
}

}  // namespace selvage::cli
