// Finds where the program's own code reads the clock (contract/clock_reads.h). What headers of libraries read it for is theirs.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/deadlines.h"
#include "instrument/pass/site_table.h"

namespace selvage::instrument {

// Writes the section; before the strings are written.
void emit_clock_reads(llvm::Module& module, const Deadlines& deadlines, SiteTable& strings);

}  // namespace selvage::instrument
