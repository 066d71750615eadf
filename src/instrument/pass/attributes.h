// What has been promised to the optimiser about the program's functions and accesses, and no longer holds.
//
// The front end and attribute inference say that a function only reads memory, that an access cannot alias another,
// that a pointer is not kept. Instrumented code calls hooks, and in a hook other threads run: every such promise
// about instrumented code is withdrawn, as are those about library calls that may be intercepted.
#pragma once

#include <llvm/IR/Module.h>

namespace selvage::instrument {

void drop_invalid_promises(llvm::Module& module);

// Instrumented functions carry a mark, and keep frame pointers so that stacks can be walked from inside a hook.
void mark_instrumented(llvm::Function& function);
bool is_instrumented(const llvm::Function& function);

}  // namespace selvage::instrument
