// Where main returns is where the program ends: a site tells which of its return statements that was.
#pragma once

#include <llvm/IR/Function.h>

#include "instrument/pass/announcer.h"

namespace selvage::instrument {

// `function` is main.
void mark_returns(llvm::Function& function, Announcer& announcer);

}  // namespace selvage::instrument
