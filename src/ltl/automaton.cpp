#include "ltl/automaton.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "ltl/components.h"

namespace selvage::ltl {

namespace {

// Nodes from which a cycle through an accepting node can be reached.
std::vector<bool> lead_to_acceptance(const std::vector<std::vector<uint32_t>>& successors,
                                     const std::vector<bool>& accepting) {
  Components components = strong_components(successors);
  // Components are numbered in reverse topological order, so what a component leads to is known before it.
  std::vector<bool> good(components.members.size());
  std::vector<bool> result(successors.size());
  for (size_t c = 0; c < components.members.size(); c++) {
    bool is_good = false, has_cycle = components.members[c].size() > 1, has_accepting = false;
    for (uint32_t node : components.members[c]) {
      has_accepting |= accepting[node];
      for (uint32_t to : successors[node]) {
        has_cycle |= to == node;
        is_good |= components.of[to] != c && good[components.of[to]];
      }
    }
    good[c] = is_good || (has_cycle && has_accepting);
    for (uint32_t node : components.members[c]) result[node] = good[c];
  }
  return result;
}

std::vector<bool> accepting_states(const Automaton& automaton) {
  std::vector<bool> accepting;
  for (const State& state : automaton.states) accepting.push_back(state.accepting);
  return accepting;
}

// Keeps the states of the set, and of transitions those between them; a state of `same_as` is replaced by another.
Automaton keep(const Automaton& from, const std::vector<bool>& kept, const std::vector<StateId>& same_as) {
  std::vector<StateId> number(from.states.size());
  StateId count = 0;
  for (StateId s = 0; s < from.states.size(); s++)
    if (kept[s] && same_as[s] == s) number[s] = count++;
  Automaton result;
  for (StateId s = 0; s < from.states.size(); s++) {
    if (!kept[s] || same_as[s] != s) continue;
    State state{from.states[s].accepting, {}};
    for (const Transition& t : from.states[s].transitions) {
      if (!kept[t.to]) continue;
      Transition moved{t.positive, t.negative, number[same_as[t.to]]};
      if (std::ranges::find(state.transitions, moved) == state.transitions.end()) state.transitions.push_back(moved);
    }
    result.states.push_back(std::move(state));
  }
  return result;
}

std::vector<StateId> identity(size_t count) {
  std::vector<StateId> result(count);
  for (StateId s = 0; s < count; s++) result[s] = s;
  return result;
}

Automaton without_dead_states(const Automaton& automaton) {
  std::vector<std::vector<uint32_t>> successors;
  for (const State& state : automaton.states) {
    successors.emplace_back();
    for (const Transition& t : state.transitions) successors.back().push_back(t.to);
  }
  std::vector<bool> kept = lead_to_acceptance(successors, accepting_states(automaton));
  if (kept.empty() || !kept[0]) return {};
  // And those that are reached.
  std::vector<bool> reached(kept.size());
  std::vector<uint32_t> rest{0};
  reached[0] = true;
  while (!rest.empty()) {
    uint32_t s = rest.back();
    rest.pop_back();
    for (uint32_t to : successors[s])
      if (kept[to] && !reached[to]) {
        reached[to] = true;
        rest.push_back(to);
      }
  }
  return keep(automaton, reached, identity(kept.size()));
}

// Two states with the same transitions and the same acceptance are one. Order of transitions does not matter.
std::optional<Automaton> join_equal_states(Automaton automaton) {
  auto order = [](const Transition& a, const Transition& b) {
    return std::tie(a.to, a.positive, a.negative) < std::tie(b.to, b.positive, b.negative);
  };
  for (State& state : automaton.states) std::ranges::sort(state.transitions, order);
  std::vector<StateId> same_as = identity(automaton.states.size());
  bool joins = false;
  for (StateId s = 0; s < automaton.states.size(); s++)
    for (StateId earlier = 0; earlier < s && same_as[s] == s; earlier++)
      if (same_as[earlier] == earlier && automaton.states[earlier] == automaton.states[s]) {
        same_as[s] = earlier;
        joins = true;
      }
  if (!joins) return std::nullopt;
  return keep(automaton, std::vector<bool>(automaton.states.size(), true), same_as);
}

}  // namespace

Automaton simplify(Automaton automaton) {
  automaton = without_dead_states(automaton);
  while (auto joined = join_equal_states(automaton)) automaton = std::move(*joined);
  return automaton;
}

bool accepts(const Automaton& automaton, const Lasso& word) {
  if (automaton.states.empty()) return false;
  auto count = static_cast<uint32_t>(automaton.states.size());
  std::vector<std::vector<uint32_t>> successors(count * word.size());
  std::vector<bool> accepting(count * word.size());
  for (size_t i = 0; i < word.size(); i++)
    for (uint32_t s = 0; s < count; s++) {
      size_t node = i * count + s;
      accepting[node] = automaton.states[s].accepting;
      for (const Transition& t : automaton.states[s].transitions)
        if (t.allows(word[i])) successors[node].push_back(static_cast<uint32_t>(word.after(i) * count + t.to));
    }
  return lead_to_acceptance(successors, accepting)[0];
}

StateSet first_states(const Automaton& automaton) {
  StateSet result(automaton.states.size());
  if (!result.empty()) result[0] = true;
  return result;
}

StateSet step(const Automaton& automaton, const StateSet& from, Valuation letter) {
  StateSet result(from.size());
  for (StateId s = 0; s < from.size(); s++) {
    if (!from[s]) continue;
    for (const Transition& t : automaton.states[s].transitions)
      if (t.allows(letter)) result[t.to] = true;
  }
  return result;
}

bool is_empty(const StateSet& states) { return std::ranges::find(states, true) == states.end(); }

StateSet accepting_for_ever(const Automaton& automaton, Valuation letter) {
  std::vector<std::vector<uint32_t>> successors(automaton.states.size());
  for (StateId s = 0; s < automaton.states.size(); s++)
    for (const Transition& t : automaton.states[s].transitions)
      if (t.allows(letter)) successors[s].push_back(t.to);
  return lead_to_acceptance(successors, accepting_states(automaton));
}

}  // namespace selvage::ltl
