// Temporal properties on executions: the values of the atoms along a path are read by automata.
//
// The word of an execution has a letter for each state; an execution that ends stays in its last state for ever. For
// formulas without X only changes of the letter matter, so that nothing is done for steps that change no atom. Goes along
// with the path: what the common beginning of two executions showed is not computed again.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "check/finding.h"
#include "ltl/automaton.h"
#include "model/path.h"

namespace selvage::check {

struct TemporalProperty {
  std::string text;           // as the user wrote it
  ltl::Automaton violation;   // accepts the words on which the formula does not hold
  ltl::Automaton holds;       // and those on which it does
  bool counts_steps = false;  // X occurs
};

// How a word goes against a formula.
struct Violation {
  uint32_t property = 0;
  bool is_prefix = false;  // whatever comes behind `length` steps
  model::Position length = 0;
};

class TemporalWatch {
 public:
  explicit TemporalWatch(const std::vector<TemporalProperty>& properties) : properties_(&properties) {}

  // The word begins with `first`; the path agrees with that of the last call in its first `known` steps. `ended`: the
  // execution stays where it is for ever. One violation for each property that does not hold.
  std::vector<Violation> look(const model::Path& path, size_t known, ltl::Valuation first, bool ended);
  void start_over() { letters_.clear(); }

 private:
  // A state that differs from the one before, or, where steps count, any.
  struct Letter {
    model::Position position;  // after so many steps
    ltl::Valuation value;
    // Of each property, where its automata can be before this letter is read.
    std::vector<ltl::StateSet> violation, holds;
  };
  void push(model::Position position, ltl::Valuation value);
  const ltl::StateSet& accepting(uint32_t property, ltl::Valuation letter);

  const std::vector<TemporalProperty>* properties_;
  std::vector<Letter> letters_;
  std::map<std::pair<uint32_t, ltl::Valuation>, ltl::StateSet> accepting_;
};

// What the step says of the atoms; `before` where it changed none.
ltl::Valuation atoms_after(const model::Path& path, model::Position position, ltl::Valuation before);

// The findings of one execution.
void add_findings(const std::vector<Violation>& violations, const model::Path& path, std::vector<Finding>& findings);

// Whether an execution with this outcome goes on for ever as it ended.
constexpr bool stays_for_ever(Outcome outcome) {
  return outcome == Outcome::Completed || outcome == Outcome::Deadlock || outcome == Outcome::Livelock;
}

}  // namespace selvage::check
