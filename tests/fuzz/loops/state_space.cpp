#include "state_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "machine.h"

namespace selvage::fuzz::loops {

namespace {

static_assert(std::has_unique_object_representations_v<State>);

struct HashOfState {
  size_t operator()(const State& state) const {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&state), sizeof state});
  }
};

struct Edge {
  uint32_t to;
  uint8_t thread;
};

using Component = std::vector<uint32_t>;

class Exploration {
 public:
  Exploration(const Program& program, size_t most_states, StateSpace& result)
      : machine_(program),
        registers_are_shared_(program.registers == Registers::Global),
        most_states_(most_states),
        result_(result) {}

  void run() {
    number_of(machine_.start());
    for (uint32_t number = 0; number < states_.size() && machine_.misuse().empty(); number++) {
      if (states_.size() > most_states_) {
        result_.too_large = true;
        return;
      }
      expand(number);
    }
    result_.invalid = machine_.misuse();
    result_.states = states_.size();
    if (!result_.invalid.empty()) return;
    Component all(states_.size());
    for (uint32_t number = 0; number < all.size(); number++) all[number] = number;
    for (const Component& component : components(all)) {
      if (!has_round(component)) continue;
      judge_rounds(component);
      if (!left_out(component, false)) result_.weakly_fair_livelocks.insert(unfinished(states_[component.front()]));
      if (has_strongly_fair_round(component))
        result_.strongly_fair_livelocks.insert(unfinished(states_[component.front()]));
    }
  }

 private:
  uint32_t number_of(const State& state) {
    auto [found, fresh] = numbers_.emplace(state, static_cast<uint32_t>(states_.size()));
    if (fresh) {
      states_.push_back(state);
      edges_.emplace_back();
    }
    return found->second;
  }

  std::string unfinished(const State& state) const {
    std::string text;
    for (unsigned t = 0; t < machine_.thread_count(); t++)
      if (!machine_.finished(state, t)) text += fmt::format(" {}", t);
    return text;
  }

  void expand(uint32_t number) {
    const State state = states_[number];
    note_races(state);
    bool any = false;
    for (unsigned t = 0; t < machine_.thread_count(); t++) {
      if (!machine_.enabled(state, t)) continue;
      any = true;
      for (const State& after : machine_.step(state, t)) {
        uint32_t to = number_of(after);
        edges_[number].push_back({to, static_cast<uint8_t>(t)});
      }
    }
    if (any) return;
    if (std::string waiting = unfinished(state); waiting.empty())
      note_end(state);
    else
      result_.deadlocks.insert(waiting);
  }

  void note_races(const State& state) {
    for (unsigned t = 0; t < machine_.thread_count(); t++)
      for (unsigned u = 0; u < t; u++) {
        Access one = machine_.next_access(state, t), other = machine_.next_access(state, u);
        if (!(one.variables & other.variables) || (one.atomic && other.atomic)) continue;
        bool certain = one.writes || other.writes;
        result_.races |= certain && !(one.in_loop && other.in_loop);
        result_.loops_race |= certain;
        result_.may_race |= one.may_write || other.may_write;
      }
  }

  // The same as in as_c.cpp.
  void note_end(const State& state) {
    uint32_t hash = 0x811c9dc5u;
    auto add = [&](uint32_t value) { hash = (hash ^ value) * 0x01000193u; };
    std::string text;
    for (unsigned t = 0; t < machine_.thread_count(); t++) {
      const auto& registers = state.threads[t].registers;
      add(registers[0] | static_cast<uint32_t>(registers[1]) << 8);
      text += fmt::format("({} {}) ", registers[0], registers[1]);
    }
    for (uint8_t value : state.memory.variables) {
      add(value);
      text += fmt::format("{} ", value);
    }
    result_.ends[hash] = text;
  }

  // Strongly connected components of what there is of the graph (Tarjan, without recursion).
  std::vector<Component> components(const Component& among) const {
    constexpr uint32_t kUnseen = UINT32_MAX, kAbsent = UINT32_MAX - 1;
    std::vector<uint32_t> index(states_.size(), kAbsent), low(states_.size());
    std::vector<bool> on_stack(states_.size());
    for (uint32_t number : among) index[number] = kUnseen;
    struct Frame {
      uint32_t state;
      size_t edge;
    };
    std::vector<Frame> frames;
    std::vector<uint32_t> stack;
    std::vector<Component> result;
    uint32_t count = 0;
    auto enter = [&](uint32_t state) {
      index[state] = low[state] = count++;
      stack.push_back(state);
      on_stack[state] = true;
      frames.push_back({state, 0});
    };
    for (uint32_t root : among) {
      if (index[root] != kUnseen) continue;
      enter(root);
      while (!frames.empty()) {
        auto [state, edge] = frames.back();
        if (edge < edges_[state].size()) {
          frames.back().edge++;
          uint32_t to = edges_[state][edge].to;
          if (index[to] == kUnseen)
            enter(to);
          else if (on_stack[to])
            low[state] = std::min(low[state], index[to]);
          continue;
        }
        frames.pop_back();
        if (!frames.empty()) low[frames.back().state] = std::min(low[frames.back().state], low[state]);
        if (low[state] != index[state]) continue;
        Component& component = result.emplace_back();
        do {
          component.push_back(stack.back());
          on_stack[stack.back()] = false;
          stack.pop_back();
        } while (component.back() != state);
      }
    }
    return result;
  }

  template <typename Function>
  void for_each_edge_within(const Component& component, Function&& function) const {
    std::vector<bool> inside(states_.size());
    for (uint32_t state : component) inside[state] = true;
    for (uint32_t state : component)
      for (const Edge& edge : edges_[state])
        if (inside[edge.to]) function(state, edge);
  }

  bool has_round(const Component& component) const {
    bool any = false;
    for_each_edge_within(component, [&](uint32_t, const Edge&) { any = true; });
    return any;
  }

  // Threads that take no step, and that could in all states of the component, or in some: a set of bits.
  unsigned left_out(const Component& component, bool in_some) const {
    unsigned stepping = 0, left = 0;
    for_each_edge_within(component, [&](uint32_t, const Edge& edge) { stepping |= 1u << edge.thread; });
    for (unsigned t = 0; t < machine_.thread_count(); t++) {
      if (stepping >> t & 1) continue;
      auto enabled = [&](uint32_t state) { return machine_.enabled(states_[state], t); };
      if (in_some ? std::ranges::any_of(component, enabled) : std::ranges::all_of(component, enabled)) left |= 1u << t;
    }
    return left;
  }

  // Where a thread is left out that could go on somewhere, only rounds without those states can be fair to it.
  bool has_strongly_fair_round(const Component& component) const {
    if (!has_round(component)) return false;
    unsigned left = left_out(component, true);
    if (!left) return true;
    Component rest;
    for (uint32_t state : component) {
      bool could = false;
      for (unsigned t = 0; t < machine_.thread_count(); t++)
        could |= (left >> t & 1) && machine_.enabled(states_[state], t);
      if (!could) rest.push_back(state);
    }
    return std::ranges::any_of(components(rest), [&](const Component& part) { return has_strongly_fair_round(part); });
  }

  // In a round that changes nothing, some loop of the thread is begun in the same state again and again.
  void judge_rounds(const Component& component) {
    std::map<std::pair<uint8_t, uint8_t>, std::set<Visit>> visits;
    unsigned stepping = 0;
    for_each_edge_within(component, [&](uint32_t from, const Edge& edge) {
      stepping |= 1u << edge.thread;
      if (states_[from].memory != states_[edge.to].memory ||
          states_[from].threads[edge.thread].waiting != states_[edge.to].threads[edge.thread].waiting)
        result_.rounds_change_memory = true;
      if (registers_are_shared_ &&
          states_[from].threads[edge.thread].registers != states_[edge.to].threads[edge.thread].registers)
        result_.rounds_change_memory = true;
      machine_.step(states_[from], edge.thread);
      for (const Visit& visit : machine_.visits()) visits[{edge.thread, visit.loop}].insert(visit);
    });
    for (unsigned t = 0; t < machine_.thread_count(); t++) {
      if (!(stepping >> t & 1)) continue;
      bool comes_back = std::ranges::any_of(
          visits, [&](const auto& loop) { return loop.first.first == t && loop.second.size() == 1; });
      if (!comes_back) result_.rounds_change_thread = true;
    }
  }

  Machine machine_;
  bool registers_are_shared_;  // as far as is known: a step that changes one changes memory
  size_t most_states_;
  StateSpace& result_;
  std::vector<State> states_;
  std::vector<std::vector<Edge>> edges_;
  std::unordered_map<State, uint32_t, HashOfState> numbers_;
};

}  // namespace

StateSpace explore_states(const Program& program, size_t most_states) {
  StateSpace result;
  Exploration(program, most_states, result).run();
  return result;
}

}  // namespace selvage::fuzz::loops
