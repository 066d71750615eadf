// The steps of a counterexample: what each recorded event did, with which values, holding which locks, after what.
#pragma once

#include <map>
#include <vector>

#include "cli/show/names.h"
#include "cli/show/shown_events.h"
#include "cli/show/shown_objects.h"
#include "report/counterexample.h"
#include "target/execution_view.h"

namespace selvage::cli {

using ThreadNumbers = std::map<uint16_t, report::ThreadIndex>;  // where a thread stands in the counterexample

std::vector<report::Step> steps_of(const std::vector<ShownEvent>& events, const target::ExecutionView& execution,
                                   const ThreadNumbers& threads, ShownObjects& objects, Names& names);

}  // namespace selvage::cli
