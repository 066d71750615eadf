// Variables that a debugger can print. A build without optimisation is expected to show all of them, and its code is optimised
// here all the same, as far as hooks allow it. So each variable of such a build that lives in registers has a slot on the stack
// besides, which every assignment is copied to: what is computed is as fast as before, and what is shown comes from the slot.
#pragma once

#include <llvm/IR/Module.h>

namespace selvage::instrument {

// Of the functions that the wrappers compile for a debugger: they refuse tail calls (-fno-optimize-sibling-calls), which is for
// debuggers, too, and is known at the link. Functions are instrumented before: their analyses see no slots.
void keep_debug_variables(llvm::Module& module);

}  // namespace selvage::instrument
