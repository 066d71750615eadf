// The threads of a counterexample: who they are, where they stand at the end, and what each still waits for.
#pragma once

#include <vector>

#include "cli/show/names.h"
#include "cli/show/shown_events.h"
#include "cli/show/shown_objects.h"
#include "cli/show/shown_steps.h"
#include "report/counterexample.h"
#include "target/execution_view.h"

namespace selvage::cli {

// Every thread that there was, in the order of their numbers.
ThreadNumbers number_threads(const std::vector<ShownEvent>& events, const target::ExecutionView& execution);

std::vector<report::Thread> threads_of(const std::vector<ShownEvent>& events, const target::ExecutionView& execution,
                                       const ThreadNumbers& numbers, ShownObjects& objects, Names& names);

// Threads each of which waits for the next, the last for the first; empty: there is no such circle.
std::vector<report::ThreadIndex> wait_cycle(const std::vector<report::Thread>& threads);

}  // namespace selvage::cli
