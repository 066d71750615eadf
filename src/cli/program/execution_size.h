// How hard a recorded execution is to follow.
#pragma once

#include "minimise/size.h"
#include "target/execution_view.h"

namespace selvage::cli {

// Of its steps; `execution` was recorded with events.
minimise::Size size_of(const target::ExecutionView& execution);

}  // namespace selvage::cli
