#include "ltl/word.h"

namespace selvage::ltl {

namespace {

// At which positions of the word the formula holds. U is a least, R a greatest fixed point.
std::vector<bool> positions(const Formulas& formulas, FormulaId id, const Lasso& word) {
  const Formula& f = formulas[id];
  std::vector<bool> result(word.size());
  auto each = [&](auto value) {
    for (size_t i = 0; i < word.size(); i++) result[i] = value(i);
  };
  if (f.op == Operator::Atom || f.op == Operator::NotAtom) {
    each([&](size_t i) { return (word[i] >> f.left & 1) == (f.op == Operator::Atom ? 1 : 0); });
    return result;
  }
  if (f.op == Operator::True || f.op == Operator::False) {
    each([&](size_t) { return f.op == Operator::True; });
    return result;
  }
  std::vector<bool> left = positions(formulas, f.left, word);
  if (f.op == Operator::Next) {
    each([&](size_t i) { return left[word.after(i)]; });
    return result;
  }
  std::vector<bool> right = positions(formulas, f.right, word);
  if (f.op == Operator::And) each([&](size_t i) { return left[i] && right[i]; });
  if (f.op == Operator::Or) each([&](size_t i) { return left[i] || right[i]; });
  if (f.op != Operator::Until && f.op != Operator::Release) return result;
  bool is_until = f.op == Operator::Until;
  result.assign(word.size(), !is_until);
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t i = word.size(); i-- > 0;) {
      bool later = result[word.after(i)];
      bool value = is_until ? right[i] || (left[i] && later) : right[i] && (left[i] || later);
      changes |= value != result[i];
      result[i] = value;
    }
  }
  return result;
}

}  // namespace

bool holds(const Formulas& formulas, FormulaId formula, const Lasso& word) {
  return positions(formulas, formula, word)[0];
}

}  // namespace selvage::ltl
