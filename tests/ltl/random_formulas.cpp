#include "random_formulas.h"

namespace selvage::ltl {

namespace {

unsigned below(std::mt19937& random, unsigned bound) { return static_cast<unsigned>(random() % bound); }

}  // namespace

FormulaId random_formula(std::mt19937& random, Formulas& formulas, unsigned size, bool with_next) {
  static const char* const names[kRandomAtoms] = {"p", "q", "r"};
  if (size <= 1) {
    FormulaId atom = formulas.atom(names[below(random, kRandomAtoms)]);
    return below(random, 3) ? atom : formulas.negation(atom);
  }
  unsigned kind = below(random, with_next ? 10 : 9);
  if (kind == 9) return formulas.next(random_formula(random, formulas, size - 1, with_next));
  if (kind == 0) return formulas.negation(random_formula(random, formulas, size - 1, with_next));
  if (kind == 1) return formulas.until(formulas.constant(true), random_formula(random, formulas, size - 1, with_next));
  if (kind == 2)
    return formulas.release(formulas.constant(false), random_formula(random, formulas, size - 1, with_next));
  unsigned left_size = 1 + below(random, size - 1);
  FormulaId left = random_formula(random, formulas, left_size, with_next);
  FormulaId right = random_formula(random, formulas, size - left_size, with_next);
  if (kind <= 4) return formulas.conjunction(left, right);
  if (kind <= 6) return formulas.disjunction(left, right);
  return kind == 7 ? formulas.until(left, right) : formulas.release(left, right);
}

Lasso random_word(std::mt19937& random) {
  Lasso word;
  unsigned stem = below(random, 6), loop = 1 + below(random, 4);
  for (unsigned i = 0; i < stem; i++) word.stem.push_back(below(random, 1u << kRandomAtoms));
  for (unsigned i = 0; i < loop; i++) word.loop.push_back(below(random, 1u << kRandomAtoms));
  return word;
}

}  // namespace selvage::ltl
