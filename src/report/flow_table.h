// What is seen of two executions, side by side, with the first difference marked.
#pragma once

#include <string>

#include "report/counterexample.h"
#include "report/terminal_style.h"

namespace selvage::report {

std::string flow_table(const Flow& flow, const TerminalStyle& style);

}  // namespace selvage::report
