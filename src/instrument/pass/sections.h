// Data that must reach the linked file under a section name, whatever the optimiser and --gc-sections think of it.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>

namespace selvage::instrument {

// A constant with internal linkage in section `section`, retained by the linker.
llvm::GlobalVariable* make_section_variable(llvm::Module& module, llvm::Constant* data, llvm::StringRef section,
                                            llvm::StringRef name, llvm::Align alignment);

}  // namespace selvage::instrument
