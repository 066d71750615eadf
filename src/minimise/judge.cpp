#include "minimise/judge.h"

#include <algorithm>

#include "check/checker.h"

namespace selvage::minimise {

std::optional<check::Finding> SameFinding::look(const model::Path& path, const explore::Execution& execution) {
  check::Ending ending{.outcome = execution.outcome,
                       .defect = execution.defect,
                       .thread = execution.end_thread,
                       .site = execution.end_site,
                       .threads_stuck = execution.threads_stuck,
                       .identity = execution.end_identity,
                       .sees_all = execution.found.empty()};
  // A checker reports what it finds once.
  check::Checker checker({check::property_of(kind_)});
  std::vector<check::Finding> findings;
  checker.examine(path, 0, ending, findings);
  auto same = std::ranges::find_if(
      findings, [&](const check::Finding& found) { return found.kind == kind_ && found.identity == identity_; });
  if (same == findings.end()) return std::nullopt;
  return std::move(*same);
}

}  // namespace selvage::minimise
