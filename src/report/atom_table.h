// How the atoms of a temporal property change along an interleaving: a row for each change, a column for each atom.
#pragma once

#include <string>

#include "report/counterexample.h"
#include "report/terminal_style.h"

namespace selvage::report {

std::string atom_table(const Counterexample& finding, const TerminalStyle& style);

}  // namespace selvage::report
