#include "spin_claim.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string_view>

#include "ltl/parser.h"
#include "ltl/translation.h"

namespace selvage::ltl {

namespace {

std::optional<std::string> output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start: " + command);
  std::string output;
  std::array<char, 4096> part{};
  while (size_t count = fread(part.data(), 1, part.size(), pipe)) output.append(part.data(), count);
  if (pclose(pipe) != 0) return std::nullopt;
  return output;
}

std::string trimmed(const std::string& line) {
  size_t begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
}

// Spin's conditions are boolean combinations. Each letter over the atoms that fulfils one becomes a transition.
void add_transitions(State& state, const std::string& condition, StateId to, const std::vector<std::string>& atoms) {
  Formulas formulas;
  for (const std::string& atom : atoms) formulas.atom(atom);
  FormulaId formula = parse(condition, formulas);
  Valuation all = (Valuation{1} << atoms.size()) - 1;
  for (Valuation letter = 0; letter <= all; letter++)
    if (holds(formulas, formula, Lasso{{}, {letter}})) state.transitions.push_back({letter, all & ~letter, to});
}

}  // namespace

std::optional<Automaton> automaton_from_spin(const std::string& formula, const std::vector<std::string>& atoms) {
  auto output = output_of("timeout 5 spin -f '" + formula + "' 2>/dev/null");
  if (!output) return std::nullopt;
  std::vector<std::string> lines;
  for (size_t at = 0; at < output->size();) {
    size_t end = std::min(output->find('\n', at), output->size());
    lines.push_back(trimmed(output->substr(at, end - at)));
    at = end + 1;
  }
  Automaton automaton;
  std::map<std::string, StateId> numbers;
  auto number_of = [&](const std::string& label) {
    auto [at, is_new] = numbers.try_emplace(label, static_cast<StateId>(automaton.states.size()));
    if (is_new) {
      automaton.states.emplace_back();
      automaton.states.back().accepting = label.starts_with("accept_");
    }
    return at->second;
  };
  std::optional<StateId> current;
  bool after_label = false;
  for (const std::string& line : lines) {
    if (line.empty() || line.starts_with("never") || line == "}" || line == "do" || line == "od;" || line == "if" ||
        line == "fi;" || line.starts_with("/*"))
      continue;
    if (line.back() == ':') {
      // Of two labels in a row the first says whether the state is accepting.
      std::string label = line.substr(0, line.size() - 1);
      if (after_label)
        numbers.try_emplace(label, *current);
      else
        current = number_of(label);
      after_label = true;
      continue;
    }
    after_label = false;
    if (line == ":: false" || line == "false;") continue;
    if (line.starts_with(":: ")) {
      // A word whose beginning decides is accepted by a violated assertion: all that follows is accepted.
      constexpr std::string_view kDecided = ":: atomic { ";
      if (size_t end = line.find(" -> assert("); line.starts_with(kDecided) && end != std::string::npos) {
        std::string condition = line.substr(kDecided.size(), end - kDecided.size());
        StateId all = number_of("accept_all");
        add_transitions(automaton.states[*current], condition, all, atoms);
        continue;
      }
      size_t arrow = line.rfind("-> goto ");
      if (!current || arrow == std::string::npos) throw std::runtime_error("not understood: " + line);
      StateId to = number_of(line.substr(arrow + 8));
      add_transitions(automaton.states[*current], line.substr(3, arrow - 3), to, atoms);
    } else if (line.starts_with("skip")) {
      add_transitions(automaton.states[*current], "true", *current, atoms);
    } else {
      throw std::runtime_error("not understood: " + line);
    }
  }
  return automaton;
}

}  // namespace selvage::ltl
