// Who waits for whom at the end of an execution, in sentences, and the circle that they wait in as a small picture.
#pragma once

#include <map>
#include <string>

#include "report/counterexample.h"
#include "report/terminal_style.h"

namespace selvage::report {

std::string waiting_text(const Counterexample& finding, const std::map<std::string, std::string>& sources,
                         const TerminalStyle& style);

}  // namespace selvage::report
