// Where an execution whose steps are as recorded parts from the record inside of them: in an access that is no scheduling
// point, or in a value.
//
// Of another build, pointers and what lies on a stack or in the heap may differ; there it is enough that the operations
// are the same.
#pragma once

#include <optional>

#include "report/counterexample.h"

namespace selvage::trace {

// The first step that differs; it may be one behind the last of either.
std::optional<report::StepIndex> first_shown_difference(const report::Counterexample& recorded,
                                                        const report::Counterexample& present, bool same_program);

}  // namespace selvage::trace
