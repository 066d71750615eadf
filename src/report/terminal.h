// A report as a person reads it on a terminal: what goes wrong, where in the source, how it comes to that, and the command
// that replays it as the last line.
#pragma once

#include <map>
#include <string>

#include "report/counterexample.h"
#include "report/terminal_style.h"

namespace selvage::report {

std::string to_terminal(const Report& report, const TerminalStyle& style);

// One finding without its headline and its command.
std::string finding_text(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                         const TerminalStyle& style);

}  // namespace selvage::report
