// Functions that never return: their loops have no end. A thread that is in one waits for work as long as the program runs, and
// to be waiting when it ends is what it is there for.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/announcer.h"

namespace selvage::instrument {

void mark_endless_functions(llvm::Module& module, Announcer& announcer);

}  // namespace selvage::instrument
