// A counterexample from the steps of a trace alone, for one whose better half is lost.
#pragma once

#include "report/counterexample.h"
#include "trace/trace.h"

namespace selvage::cli {

report::Counterexample recorded_steps(const trace::Trace& trace);

}  // namespace selvage::cli
