// Words over valuations of atoms, and what a formula means on one: the definition, slow and obvious.
#pragma once

#include <cstdint>
#include <vector>

#include "ltl/formula.h"

namespace selvage::ltl {

using Valuation = uint64_t;  // bit i: atom i is true

// An infinite word: the stem, and the loop again and again. The loop is not empty.
struct Lasso {
  std::vector<Valuation> stem;
  std::vector<Valuation> loop;

  size_t size() const { return stem.size() + loop.size(); }
  Valuation operator[](size_t i) const { return i < stem.size() ? stem[i] : loop[i - stem.size()]; }
  size_t after(size_t i) const { return i + 1 < size() ? i + 1 : stem.size(); }
};

bool holds(const Formulas& formulas, FormulaId formula, const Lasso& word);

}  // namespace selvage::ltl
