// The ModuleRecord of contract/site.h and the constructor that hands it to the runtime.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/pass/access.h"
#include "instrument/pass/link_kind.h"

namespace selvage::instrument {

// A function that a header of the system or of a library defines.
bool is_of_library(const llvm::Function& function);

bool has_module_record(const llvm::Module& module);

// Writes the site table, the record (with an empty function table) and the constructor. `properties` is a set of LinkProperties.
void emit_module_record(llvm::Module& module, LinkKind kind, Instrumentation& instrumentation, uint32_t properties);

// Writes the table of the functions that are instrumented and still there, and enters it in the record. Done last,
// so that functions which the optimiser inlined everywhere are not kept alive by the table.
void emit_function_table(llvm::Module& module);

}  // namespace selvage::instrument
