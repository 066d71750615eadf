// Steps by the numbers that people see. Those count everything that is shown of a counterexample; a step of its schedule may
// be several of them, and some come before the first choice.
#pragma once

#include <cstddef>
#include <optional>

#include "report/counterexample.h"

namespace selvage::cli {

// Of step `position` of the schedule, which counts from 0.
size_t shown_number(const report::Counterexample& shown, size_t position);

// The step of the schedule that the step with this number is, or is a part of; the first one where it comes before that.
// Empty: there is no such number.
std::optional<size_t> position_of(const report::Counterexample& shown, size_t number);

// What is shown before step `position` of the schedule; all of it where there is none.
report::Counterexample beginning_of(report::Counterexample shown, size_t position);

// How many steps of the schedule have begun after so many first ones of those that are shown.
size_t positions_within(const report::Counterexample& shown, size_t count);

}  // namespace selvage::cli
