// Compiles an expression over the program's variables, written as in C, to code for the runtime (contract/atoms.h).
#pragma once

#include <string_view>
#include <vector>

#include "atoms/debug_information.h"
#include "contract/atoms.h"
#include "ltl/parser.h"

namespace selvage::atoms {

// `load_address`: where the program lies, as opposed to what its file says. Throws ltl::ParseError with the place in the
// text. The code leaves one value, and does not begin with AtomCode::Begin.
std::vector<SharedLocation> compile_atom(std::string_view text, const DebugInformation& debug, uint64_t load_address);

}  // namespace selvage::atoms
