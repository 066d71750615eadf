// Where the blocks of the heap that an interleaving names were allocated.
#pragma once

#include <string>
#include <vector>

#include "report/counterexample.h"
#include "report/interleaving_rows.h"
#include "report/terminal.h"

namespace selvage::report {

// A line for those of the same place; blocks that no row names have none.
std::string block_legend(const Counterexample& finding, const std::vector<InterleavingRow>& rows,
                         const TerminalStyle& style);

}  // namespace selvage::report
