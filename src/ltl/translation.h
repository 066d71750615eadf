// From formulas to Buechi automata.
#pragma once

#include "ltl/automaton.h"
#include "ltl/formula.h"

namespace selvage::ltl {

// An automaton that accepts exactly the words on which the formula holds.
Automaton translate(const Formulas& formulas, FormulaId formula);

}  // namespace selvage::ltl
