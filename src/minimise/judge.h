// Whether an execution shows the finding that is minimised.
#pragma once

#include <optional>

#include "check/checker.h"
#include "explore/target.h"
#include "model/path.h"

namespace selvage::minimise {

// What a check wants to know of how the execution ended.
check::Ending ending_of(const explore::Execution& execution);

class Judge {
 public:
  virtual ~Judge() = default;
  // The finding as this execution shows it: which steps it is about, and how it ended. Empty: it does not. `path` are the
  // steps of `execution`, which is there as a whole.
  virtual std::optional<check::Finding> look(const model::Path& path, const explore::Execution& execution) = 0;
};

// The same kind and identity: the same two places of a race, the same waits of a deadlock, the same call stack of a crash.
// Where findings are told apart by objects, that too.
class SameFinding final : public Judge {
 public:
  explicit SameFinding(const check::Finding& finding)
      : kind_(finding.kind), identity_(finding.identity), object_(finding.object) {}

  std::optional<check::Finding> look(const model::Path& path, const explore::Execution& execution) override;

 private:
  check::FindingKind kind_;
  uint64_t identity_;
  uint64_t object_;  // 0: not told apart
};

}  // namespace selvage::minimise
