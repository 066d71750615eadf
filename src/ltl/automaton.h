// Buechi automata over valuations of atoms: a word is accepted if some run meets accepting states again and again.
#pragma once

#include <cstdint>
#include <vector>

#include "ltl/word.h"

namespace selvage::ltl {

using StateId = uint32_t;

struct Transition {
  Valuation positive;  // atoms that have to be true
  Valuation negative;  // and those that have to be false
  StateId to;

  bool allows(Valuation v) const { return (v & positive) == positive && (v & negative) == 0; }
  bool operator==(const Transition&) const = default;
};

struct State {
  bool accepting = false;
  std::vector<Transition> transitions;

  bool operator==(const State&) const = default;
};

// State 0 is where runs begin. From every other state some word is accepted; no state at all: none is.
struct Automaton {
  std::vector<State> states;
};

// Leaves out states from which nothing is accepted, and joins states that do the same.
Automaton simplify(Automaton automaton);

bool accepts(const Automaton& automaton, const Lasso& word);

// The states, as a set, in which an automaton can be after a number of letters; empty: no continuation is accepted.
using StateSet = std::vector<bool>;
StateSet first_states(const Automaton& automaton);
StateSet step(const Automaton& automaton, const StateSet& from, Valuation letter);
bool is_empty(const StateSet& states);
// From which states the word is accepted that has this letter again and again.
StateSet accepting_for_ever(const Automaton& automaton, Valuation letter);

}  // namespace selvage::ltl
