#include "cli/replay/step_numbers.h"

#include <algorithm>

namespace selvage::cli {

size_t shown_number(const report::Counterexample& shown, size_t position) {
  for (size_t i = 0; i < shown.steps.size(); ++i)
    if (shown.steps[i].position == position) return i + 1;
  return position + 1;
}

std::optional<size_t> position_of(const report::Counterexample& shown, size_t number) {
  if (number == 0 || number > shown.steps.size()) return std::nullopt;
  for (size_t i = number; i-- > 0;)
    if (shown.steps[i].position) return *shown.steps[i].position;
  return 0;
}

report::Counterexample beginning_of(report::Counterexample shown, size_t position) {
  auto end = std::ranges::find_if(shown.steps, [&](const report::Step& step) { return step.position >= position; });
  shown.steps.erase(end, shown.steps.end());
  return shown;
}

size_t positions_within(const report::Counterexample& shown, size_t count) {
  size_t result = 0;
  for (size_t i = 0; i < std::min(count, shown.steps.size()); ++i)
    if (shown.steps[i].position) result = std::max<size_t>(result, *shown.steps[i].position + size_t{1});
  return result;
}

}  // namespace selvage::cli
