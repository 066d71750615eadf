#include "ltl/automaton_text.h"

namespace selvage::ltl {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

}  // namespace

std::string condition_text(const Transition& transition, const std::vector<std::string>& atoms) {
  std::string result;
  for (size_t i = 0; i < atoms.size(); i++) {
    bool positive = transition.positive >> i & 1, negative = transition.negative >> i & 1;
    if (!positive && !negative) continue;
    if (!result.empty()) result += " && ";
    result += (negative ? "!" : "") + atoms[i];
  }
  return result.empty() ? "true" : result;
}

std::string automaton_text(const Automaton& automaton, const std::vector<std::string>& atoms) {
  if (automaton.states.empty()) return "  no state: nothing is accepted\n";
  std::string result;
  for (StateId s = 0; s < automaton.states.size(); s++) {
    const State& state = automaton.states[s];
    result +=
        "  state " + std::to_string(s) + (s == 0 ? ", initial" : "") + (state.accepting ? ", accepting" : "") + "\n";
    for (const Transition& t : state.transitions)
      result += "    " + condition_text(t, atoms) + " -> state " + std::to_string(t.to) + "\n";
  }
  return result;
}

std::string automaton_dot(const Automaton& automaton, const std::vector<std::string>& atoms, const std::string& title) {
  std::string result = "digraph " + quoted(title) + " {\n  rankdir=LR\n  node [shape=circle]\n  begin [shape=point]\n";
  if (!automaton.states.empty()) result += "  begin -> 0\n";
  for (StateId s = 0; s < automaton.states.size(); s++) {
    const State& state = automaton.states[s];
    result += "  " + std::to_string(s) + (state.accepting ? " [shape=doublecircle]" : "") + "\n";
    for (const Transition& t : state.transitions)
      result += "  " + std::to_string(s) + " -> " + std::to_string(t.to) +
                " [label=" + quoted(condition_text(t, atoms)) + "]\n";
  }
  return result + "}\n";
}

}  // namespace selvage::ltl
