// Automata as people look at them: lines of text, and a drawing for Graphviz.
#pragma once

#include <string>
#include <vector>

#include "ltl/automaton.h"

namespace selvage::ltl {

// "requested && !granted"; "true" for no condition.
std::string condition_text(const Transition& transition, const std::vector<std::string>& atoms);
std::string automaton_text(const Automaton& automaton, const std::vector<std::string>& atoms);
std::string automaton_dot(const Automaton& automaton, const std::vector<std::string>& atoms, const std::string& title);

}  // namespace selvage::ltl
