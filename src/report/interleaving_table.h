// An interleaving for a terminal: threads as columns where they fit, else one row after the other with the threads' names.
#pragma once

#include <map>
#include <string>

#include "report/counterexample.h"
#include "report/terminal_style.h"

namespace selvage::report {

std::string interleaving_table(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                               const TerminalStyle& style);

}  // namespace selvage::report
