#include "minimise/same_formula.h"

namespace selvage::minimise {

std::optional<check::Finding> SameFormula::look(const model::Path& path, const explore::Execution& execution) {
  // Where locations were found, not all that atoms read is known.
  if (!execution.found.empty() || execution.outcome == Outcome::AssumeFailed) return std::nullopt;
  check::TemporalWatch watch(property_);
  bool ended = check::stays_for_ever(execution.outcome);
  std::vector<check::Violation> violations = watch.look(path, 0, execution.first_atoms, ended);
  // One that has no steps is as small as can be.
  if (violations.empty() || violations.front().length == 0) return std::nullopt;
  check::Finding finding{.kind = check::FindingKind::Temporal, .identity = identity_};
  if (violations.front().is_prefix) finding.step = violations.front().length - 1;
  return finding;
}

}  // namespace selvage::minimise
