// A tableau with acceptance on transitions (Couvreur 1999), which is then given one set of accepting states.
//
// A state is a set of formulas that have to hold from here on. One letter is read by taking them apart: a U b is b, or a
// and a U b again in the next state; a R b is b, and a or a R b in the next state. A transition *postpones* a U b if it
// takes the second way. A run is accepting if it postpones no U for ever, i.e. if for every U it takes transitions again
// and again that do not postpone it. States with a counter wait for these one after the other.
#include "ltl/translation.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace selvage::ltl {

namespace {

using FormulaSet = std::set<FormulaId>;

// One way to read a letter.
struct Way {
  Valuation positive = 0;
  Valuation negative = 0;
  FormulaSet next;
  FormulaSet postponed;

  // Whatever the other one can do this one can as well.
  bool covers(const Way& other) const {
    auto is_within = [](const FormulaSet& inner, const FormulaSet& outer) {
      return std::ranges::includes(outer, inner);
    };
    return (positive & ~other.positive) == 0 && (negative & ~other.negative) == 0 && is_within(next, other.next) &&
           is_within(postponed, other.postponed);
  }
};

class Tableau {
 public:
  explicit Tableau(const Formulas& formulas) : formulas_(formulas) {}

  const std::vector<Way>& ways_from(const FormulaSet& state) {
    auto [at, is_new] = ways_.try_emplace(state);
    if (is_new) {
      found_.clear();
      take_apart({state.begin(), state.end()}, {}, {});
      at->second = std::move(found_);
    }
    return at->second;
  }

 private:
  void take_apart(std::vector<FormulaId> rest, FormulaSet done, Way way) {
    while (!rest.empty()) {
      FormulaId id = rest.back();
      rest.pop_back();
      if (!done.insert(id).second) continue;
      const Formula& f = formulas_[id];
      switch (f.op) {
        case Operator::True:
          break;
        case Operator::False:
          return;
        case Operator::Atom:
          way.positive |= Valuation{1} << f.left;
          break;
        case Operator::NotAtom:
          way.negative |= Valuation{1} << f.left;
          break;
        case Operator::Next:
          way.next.insert(f.left);
          break;
        case Operator::And:
          rest.push_back(f.left);
          rest.push_back(f.right);
          break;
        case Operator::Or: {
          std::vector<FormulaId> other = rest;
          other.push_back(f.left);
          take_apart(std::move(other), done, way);
          rest.push_back(f.right);
          break;
        }
        case Operator::Until: {
          std::vector<FormulaId> now = rest;
          now.push_back(f.right);
          take_apart(std::move(now), done, way);
          rest.push_back(f.left);
          way.next.insert(id);
          way.postponed.insert(id);
          break;
        }
        case Operator::Release: {
          std::vector<FormulaId> now = rest;
          now.push_back(f.left);
          now.push_back(f.right);
          take_apart(std::move(now), done, way);
          rest.push_back(f.right);
          way.next.insert(id);
          break;
        }
      }
      if (way.positive & way.negative) return;
    }
    add(std::move(way));
  }

  void add(Way way) {
    for (const Way& known : found_)
      if (known.covers(way)) return;
    std::erase_if(found_, [&](const Way& known) { return way.covers(known); });
    found_.push_back(std::move(way));
  }

  const Formulas& formulas_;
  std::map<FormulaSet, std::vector<Way>> ways_;
  std::vector<Way> found_;
};

void collect_untils(const Formulas& formulas, FormulaId id, FormulaSet& seen, std::vector<FormulaId>& untils) {
  if (!seen.insert(id).second) return;
  const Formula& f = formulas[id];
  if (f.op == Operator::Until) untils.push_back(id);
  if (f.op == Operator::And || f.op == Operator::Or || f.op == Operator::Until || f.op == Operator::Release ||
      f.op == Operator::Next)
    collect_untils(formulas, f.left, seen, untils);
  if (f.op == Operator::And || f.op == Operator::Or || f.op == Operator::Until || f.op == Operator::Release)
    collect_untils(formulas, f.right, seen, untils);
}

// A state of the automaton: the formulas, and how many of the untils have been met since the last accepting state.
using CountedState = std::pair<FormulaSet, size_t>;

}  // namespace

Automaton translate(const Formulas& formulas, FormulaId formula) {
  std::vector<FormulaId> untils;
  FormulaSet seen;
  collect_untils(formulas, formula, seen, untils);
  Tableau tableau(formulas);
  Automaton automaton;
  std::map<CountedState, StateId> numbers;
  std::vector<CountedState> states;
  auto number_of = [&](CountedState state) {
    auto [at, is_new] = numbers.try_emplace(state, static_cast<StateId>(states.size()));
    if (is_new) states.push_back(std::move(state));
    return at->second;
  };
  number_of({{formula}, 0});
  for (StateId s = 0; s < states.size(); s++) {
    auto [formulas_here, met] = states[s];
    State state;
    state.accepting = met == untils.size();
    for (const Way& way : tableau.ways_from(formulas_here)) {
      size_t now_met = state.accepting ? 0 : met;
      while (now_met < untils.size() && !way.postponed.contains(untils[now_met])) now_met++;
      state.transitions.push_back({way.positive, way.negative, number_of({way.next, now_met})});
    }
    automaton.states.push_back(std::move(state));
  }
  return simplify(std::move(automaton));
}

}  // namespace selvage::ltl
