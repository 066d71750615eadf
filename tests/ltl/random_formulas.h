// Random formulas and random infinite words, the same for the same seed.
#pragma once

#include <random>

#include "ltl/formula.h"
#include "ltl/word.h"

namespace selvage::ltl {

inline constexpr unsigned kRandomAtoms = 3;

// At most `size` operators and operands.
FormulaId random_formula(std::mt19937& random, Formulas& formulas, unsigned size, bool with_next);
Lasso random_word(std::mt19937& random);

}  // namespace selvage::ltl
