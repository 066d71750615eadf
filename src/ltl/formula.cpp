#include "ltl/formula.h"

#include <algorithm>
#include <utility>

namespace selvage::ltl {

FormulaId Formulas::make(Operator op, uint32_t left, uint32_t right) {
  auto [at, is_new] = known_.try_emplace({op, left, right}, static_cast<FormulaId>(formulas_.size()));
  if (is_new) formulas_.push_back({op, left, right});
  return at->second;
}

FormulaId Formulas::atom(const std::string& name) {
  auto at = std::ranges::find(atoms_, name);
  auto number = static_cast<uint32_t>(at - atoms_.begin());
  if (at == atoms_.end()) atoms_.push_back(name);
  return make(Operator::Atom, number, 0);
}

FormulaId Formulas::conjunction(FormulaId left, FormulaId right) {
  FormulaId yes = constant(true), no = constant(false);
  if (left == no || right == no) return no;
  if (left == yes || left == right) return right;
  if (right == yes) return left;
  auto [low, high] = std::minmax(left, right);
  return make(Operator::And, low, high);
}

FormulaId Formulas::disjunction(FormulaId left, FormulaId right) {
  FormulaId yes = constant(true), no = constant(false);
  if (left == yes || right == yes) return yes;
  if (left == no || left == right) return right;
  if (right == no) return left;
  auto [low, high] = std::minmax(left, right);
  return make(Operator::Or, low, high);
}

FormulaId Formulas::next(FormulaId of) {
  if (of == constant(true) || of == constant(false)) return of;
  return make(Operator::Next, of, 0);
}

FormulaId Formulas::until(FormulaId left, FormulaId right) {
  if (right == constant(true) || right == constant(false) || left == constant(false) || left == right) return right;
  // F F a is F a.
  if (left == constant(true) && formulas_[right].op == Operator::Until && formulas_[right].left == left) return right;
  return make(Operator::Until, left, right);
}

FormulaId Formulas::release(FormulaId left, FormulaId right) {
  if (right == constant(true) || right == constant(false) || left == constant(true) || left == right) return right;
  // G G a is G a.
  if (left == constant(false) && formulas_[right].op == Operator::Release && formulas_[right].left == left)
    return right;
  return make(Operator::Release, left, right);
}

FormulaId Formulas::negation(FormulaId of) {
  Formula f = formulas_[of];
  switch (f.op) {
    case Operator::True:
      return constant(false);
    case Operator::False:
      return constant(true);
    case Operator::Atom:
      return make(Operator::NotAtom, f.left, 0);
    case Operator::NotAtom:
      return make(Operator::Atom, f.left, 0);
    case Operator::And: {
      FormulaId left = negation(f.left);
      return disjunction(left, negation(f.right));
    }
    case Operator::Or: {
      FormulaId left = negation(f.left);
      return conjunction(left, negation(f.right));
    }
    case Operator::Next:
      return next(negation(f.left));
    case Operator::Until: {
      FormulaId left = negation(f.left);
      return release(left, negation(f.right));
    }
    case Operator::Release: {
      FormulaId left = negation(f.left);
      return until(left, negation(f.right));
    }
  }
  return of;
}

std::string Formulas::text(FormulaId id) const {
  const Formula& f = formulas_[id];
  auto binary = [&](const char* op) { return "(" + text(f.left) + " " + op + " " + text(f.right) + ")"; };
  switch (f.op) {
    case Operator::True:
      return "true";
    case Operator::False:
      return "false";
    case Operator::Atom:
      return atoms_[f.left];
    case Operator::NotAtom:
      return "!" + atoms_[f.left];
    case Operator::And:
      return binary("&&");
    case Operator::Or:
      return binary("||");
    case Operator::Next:
      return "X (" + text(f.left) + ")";
    case Operator::Until:
      return formulas_[f.left].op == Operator::True ? "<> (" + text(f.right) + ")" : binary("U");
    case Operator::Release:
      return formulas_[f.left].op == Operator::False ? "[] (" + text(f.right) + ")" : binary("V");
  }
  return {};
}

bool Formulas::has_next(FormulaId id) const {
  const Formula& f = formulas_[id];
  switch (f.op) {
    case Operator::Next:
      return true;
    case Operator::And:
    case Operator::Or:
    case Operator::Until:
    case Operator::Release:
      return has_next(f.left) || has_next(f.right);
    default:
      return false;
  }
}

}  // namespace selvage::ltl
