// Compiles an expression over the program's variables, written as in C, to code for the runtime (contract/atoms.h).
#pragma once

#include <string_view>
#include <vector>

#include "atoms/debug_information.h"
#include "atoms/positions.h"
#include "contract/atoms.h"
#include "ltl/parser.h"

namespace selvage::atoms {

// `load_address`: where the program lies, as opposed to what its file says. Throws ltl::ParseError with the place in the
// text. The code leaves one value, and does not begin with AtomCode::Begin.
// `positions`: null where the expression must not ask where threads are.
std::vector<SharedLocation> compile_atom(std::string_view text, const DebugInformation& debug, uint64_t load_address,
                                         Positions* positions = nullptr);

}  // namespace selvage::atoms
