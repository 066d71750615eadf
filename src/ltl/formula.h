// Formulas of linear temporal logic in negation normal form: negation stands only before atoms.
//
// Equal formulas have equal numbers, so that sets of formulas are sets of numbers. G, F, W and M are written with U and R
// when a formula is made: G a is `false R a`, F a is `true U a`, a W b is `b R (a || b)`, a M b is `b U (a && b)`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace selvage::ltl {

inline constexpr unsigned kMostAtoms = 64;

enum class Operator : uint8_t { True, False, Atom, NotAtom, And, Or, Next, Until, Release };

using FormulaId = uint32_t;

struct Formula {
  Operator op;
  uint32_t left;   // of an atom: its number
  uint32_t right;  // of binary operators
};

class Formulas {
 public:
  FormulaId constant(bool value) { return make(value ? Operator::True : Operator::False, 0, 0); }
  FormulaId atom(const std::string& name);
  FormulaId conjunction(FormulaId left, FormulaId right);
  FormulaId disjunction(FormulaId left, FormulaId right);
  FormulaId next(FormulaId of);
  FormulaId until(FormulaId left, FormulaId right);
  FormulaId release(FormulaId left, FormulaId right);
  FormulaId negation(FormulaId of);

  const Formula& operator[](FormulaId id) const { return formulas_[id]; }
  const std::vector<std::string>& atoms() const { return atoms_; }
  // With names of atoms, fully parenthesised, in Spin's spelling.
  std::string text(FormulaId id) const;
  // Whether X occurs: only then can repeating a state change what is true.
  bool has_next(FormulaId id) const;

 private:
  FormulaId make(Operator op, uint32_t left, uint32_t right);

  std::vector<Formula> formulas_;
  std::vector<std::string> atoms_;
  std::map<std::tuple<Operator, uint32_t, uint32_t>, FormulaId> known_;
};

}  // namespace selvage::ltl
