#include "minimise/judge.h"

#include <algorithm>

#include "model/roles.h"

namespace selvage::minimise {

check::Ending ending_of(const explore::Execution& execution) {
  check::Ending ending{.outcome = execution.outcome,
                       .defect = execution.defect,
                       .thread = execution.end_thread,
                       .site = execution.end_site,
                       .threads_stuck = execution.threads_stuck,
                       .exit_identity = execution.exit_identity,
                       .identity = execution.end_identity,
                       .sees_all = execution.found.empty()};
  for (const explore::Unfinished& thread : execution.unfinished)
    if (!thread.enabled && dependence::is_memory(thread.next) && model::waits_in_loop(thread.next))
      ending.waiting.push_back({thread.next, thread.site});
  return ending;
}

std::optional<check::Finding> SameFinding::look(const model::Path& path, const explore::Execution& execution) {
  check::Ending ending = ending_of(execution);
  // A checker reports what it finds once.
  check::Checker checker({check::property_of(kind_)}, object_ != 0);
  std::vector<check::Finding> findings;
  checker.examine(path, 0, ending, findings);
  auto same = std::ranges::find_if(findings, [&](const check::Finding& found) {
    return found.kind == kind_ && found.identity == identity_ && found.object == object_;
  });
  if (same == findings.end()) return std::nullopt;
  return std::move(*same);
}

}  // namespace selvage::minimise
