// Finds where the program's own code asks for orders weaker than sequential consistency (contract/weaker_orders.h).
//
// Functions such as std::atomic::load are always inlined, with one access for each order that the argument may have. Of
// these only the ones count that the argument leads to, and they belong to the line that the argument was written in. Where
// such a function is called, its argument counts. What a header decides by itself does not.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/site_table.h"

namespace selvage::instrument {

// Writes the section; before the strings are written.
void emit_weaker_orders(llvm::Module& module, SiteTable& strings);

}  // namespace selvage::instrument
