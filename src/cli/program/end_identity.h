// A number for the way in which an execution went wrong: the same for the same way, whatever the interleaving.
#pragma once

#include <cstdint>

#include "explore/target.h"
#include "target/execution_view.h"

namespace selvage::cli {

// The site where it went wrong; 0 where only the call stack says it, or several threads are concerned.
uint32_t end_site(const target::ExecutionView& execution);

// It completed while other threads waited, and none was left that could go on: they would have waited for ever.
bool leaves_threads_stuck(const target::ExecutionView& execution);

// It completed with an exit status that is not allowed.
bool has_refused_status(const target::ExecutionView& execution);
// Whether it shows something wrong with the program, as far as its end tells; threads that still wait do not count.
bool goes_wrong(const target::ExecutionView& execution);
// Made from the status and from where it was decided, whoever else still ran; 0 where it is allowed.
uint64_t exit_identity(const target::ExecutionView& execution);

// Made from places in the code, never from thread numbers or addresses of data. 0 where nothing went wrong.
uint64_t end_identity(const target::ExecutionView& execution);

// Where it ended as a report shows it, the objects that threads wait for, and the call stack of the thread that came last.
explore::EndDetails end_details(const target::ExecutionView& execution);

}  // namespace selvage::cli
