// One execution told in sentences: how it ended, who waited for what, where.
#pragma once

#include <string>
#include <vector>

#include "cli/show/names.h"
#include "target/execution_view.h"

namespace selvage::cli {

// What went wrong, in one line without a full stop: the program's message, or one made up from the record.
std::string finding_message(const target::ExecutionView& execution, Names& names);
// The program's message alone; empty if there is none.
std::string finding_title(const target::ExecutionView& execution, Names& names);

struct SourcePlace {
  std::string file;  // empty: unknown
  uint32_t line = 0;
};
// Where it went wrong: the site, or else the innermost frame of the call stack that has a source line.
SourcePlace finding_place(const target::ExecutionView& execution, Names& names);

// The same of an exit status that is not allowed.
std::string exit_status_message(const target::ExecutionView& execution);
SourcePlace exit_place(const target::ExecutionView& execution, Names& names);

// One line per frame, innermost first.
std::string stack_text(const std::vector<target::Frame>& stack, const Names& names);

// Several lines: the threads that remain with what they wait for and who holds it, and the call stack.
std::string explain(const target::ExecutionView& execution, Names& names);

}  // namespace selvage::cli
