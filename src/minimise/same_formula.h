// Whether an execution goes against the formula that the minimised finding is about.
#pragma once

#include <vector>

#include "check/temporal.h"
#include "minimise/judge.h"

namespace selvage::minimise {

class SameFormula final : public Judge {
 public:
  SameFormula(const check::Finding& finding, const check::TemporalProperty& property)
      : identity_(finding.identity), property_{property} {}

  // Where no end can make the formula hold, the step after which that is so is Finding::step.
  std::optional<check::Finding> look(const model::Path& path, const explore::Execution& execution) override;

 private:
  uint64_t identity_;
  std::vector<check::TemporalProperty> property_;
};

}  // namespace selvage::minimise
