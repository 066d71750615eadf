// Emptiness of the product of a program's states and an automaton, under fairness: components of the product are looked at
// whether they have an accepting state and treat every thread fairly. Under strong fairness the states in which an
// unfairly treated thread can go on are taken out, and what is left is looked at again (Emerson and Lei 1987).
#include "ltl/system.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>

#include "ltl/components.h"

namespace selvage::ltl {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr unsigned kNoThread = 64;

struct ProductEdge {
  uint32_t to;
  SystemEdge step;
  bool is_stay;  // an end that stays as it is
};

struct ProductNode {
  uint32_t node;
  StateId state;
  std::vector<ProductEdge> edges;
};

class Product {
 public:
  Product(const System& system, const Automaton& automaton, Fairness fairness)
      : system_(system), automaton_(automaton), fairness_(fairness) {
    if (system.nodes.empty() || automaton.states.empty()) return;
    number_of(0, 0);
    for (uint32_t i = 0; i < nodes_.size(); i++) expand(i);
  }

  std::optional<SystemPath> find() {
    if (nodes_.empty()) return std::nullopt;
    std::vector<bool> inside(nodes_.size(), true);
    auto found = look(inside);
    if (!found) return std::nullopt;
    return path_into(*found);
  }

 private:
  uint32_t number_of(uint32_t node, StateId state) {
    auto [at, is_new] = numbers_.try_emplace({node, state}, static_cast<uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({node, state, {}});
    return at->second;
  }

  void expand(uint32_t index) {
    const SystemNode& node = system_.nodes[nodes_[index].node];
    std::vector<ProductEdge> edges;
    for (const Transition& t : automaton_.states[nodes_[index].state].transitions) {
      if (!t.allows(node.letter)) continue;
      if (node.is_end) edges.push_back({number_of(nodes_[index].node, t.to), {}, true});
      for (const SystemEdge& edge : node.edges) edges.push_back({number_of(edge.to, t.to), edge, false});
    }
    nodes_[index].edges = std::move(edges);
  }

  const SystemNode& system_node(uint32_t index) const { return system_.nodes[nodes_[index].node]; }

  // The members of a fair component with an accepting state, among the nodes that are inside.
  std::optional<std::vector<uint32_t>> look(const std::vector<bool>& inside) {
    std::vector<std::vector<uint32_t>> successors(nodes_.size());
    for (uint32_t i = 0; i < nodes_.size(); i++)
      for (const ProductEdge& edge : nodes_[i].edges)
        if (inside[i] && inside[edge.to]) successors[i].push_back(edge.to);
    Components components = strong_components(successors);
    for (size_t c = 0; c < components.members.size(); c++) {
      const std::vector<uint32_t>& members = components.members[c];
      if (!inside[members.front()]) continue;
      auto is_inner = [&](const ProductEdge& edge) { return inside[edge.to] && components.of[edge.to] == c; };
      uint64_t moves = 0, sometimes = 0, always = ~uint64_t{0};
      bool has_edge = false, accepts = false;
      for (uint32_t i : members) {
        sometimes |= system_node(i).enabled;
        always &= system_node(i).enabled;
        accepts |= automaton_.states[nodes_[i].state].accepting;
        for (const ProductEdge& edge : nodes_[i].edges) {
          if (!is_inner(edge)) continue;
          has_edge = true;
          if (!edge.is_stay) moves |= uint64_t{1} << edge.step.thread;
        }
      }
      if (!has_edge || !accepts) continue;
      if (fairness_ == Fairness::Weak) {
        if ((always & ~moves) == 0) return members;
        continue;
      }
      uint64_t unfair = sometimes & ~moves;
      if (unfair == 0) return members;
      std::vector<bool> rest(nodes_.size());
      for (uint32_t i : members) rest[i] = (system_node(i).enabled & unfair) == 0;
      if (auto found = look(rest)) return found;
    }
    return std::nullopt;
  }

  // What a way costs, dearest first: a thread is interrupted, another one goes on.
  struct Cost {
    uint32_t preemptions = 0, switches = 0, steps = 0;
    auto operator<=>(const Cost&) const = default;
  };

  // Of a way so far: where it has come to, and who took its last step.
  struct Reached {
    Cost cost;
    uint32_t before = kNone;  // where it was before that, as a number of place_of; kNone: where the way begins
    const ProductEdge* by = nullptr;
  };

  size_t place_of(uint32_t node, unsigned last) const { return size_t{node} * (kNoThread + 1u) + last; }

  Cost with(Cost cost, uint32_t from, unsigned last, const ProductEdge& edge) const {
    cost.steps++;
    if (edge.is_stay || last == kNoThread || edge.step.thread == last) return cost;
    cost.switches++;
    cost.preemptions += system_node(from).enabled >> last & 1;
    return cost;
  }

  // The cheapest way, of edges, from one node to one that is wanted. `last`: who took the step before it.
  std::vector<ProductEdge> way(uint32_t from, unsigned last, const std::vector<bool>& inside, bool may_be_empty,
                               const std::function<bool(uint32_t)>& wanted) const {
    if (may_be_empty && wanted(from)) return {};
    std::unordered_map<size_t, Reached> reached;
    using Waiting = std::pair<Cost, size_t>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> rest;
    std::vector<size_t> places;  // of the numbers in Reached::before
    auto go_on = [&](uint32_t node, unsigned thread, Cost cost, uint32_t before) {
      for (const ProductEdge& edge : nodes_[node].edges) {
        if (!inside[edge.to]) continue;
        size_t place = place_of(edge.to, edge.is_stay ? thread : edge.step.thread);
        Cost more = with(cost, node, thread, edge);
        auto [at, is_new] = reached.try_emplace(place);
        if (!is_new && at->second.cost <= more) continue;
        at->second = {more, before, &edge};
        rest.push({more, place});
      }
    };
    go_on(from, last, {}, kNone);
    while (!rest.empty()) {
      auto [cost, place] = rest.top();
      rest.pop();
      if (reached[place].cost < cost) continue;
      auto node = static_cast<uint32_t>(place / (kNoThread + 1u));
      if (!wanted(node)) {
        places.push_back(place);
        go_on(node, static_cast<unsigned>(place % (kNoThread + 1u)), cost, static_cast<uint32_t>(places.size() - 1));
        continue;
      }
      std::vector<ProductEdge> result;
      for (const Reached* at = &reached[place];; at = &reached[places[at->before]]) {
        result.push_back(*at->by);
        if (at->before == kNone) break;
      }
      std::ranges::reverse(result);
      return result;
    }
    return {};
  }

  SystemPath path_into(const std::vector<uint32_t>& members) const {
    std::vector<bool> all(nodes_.size(), true), inside(nodes_.size());
    for (uint32_t i : members) inside[i] = true;
    auto is_accepting = [&](uint32_t i) { return inside[i] && automaton_.states[nodes_[i].state].accepting; };
    std::vector<ProductEdge> stem = way(0, kNoThread, all, true, is_accepting);
    uint32_t begin = stem.empty() ? 0 : stem.back().to;
    std::vector<ProductEdge> loop = fair_loop(begin, last_of(stem), members, inside);
    // What the stem ends with need not come before the loop where the loop ends with it.
    auto before_last = [](const std::vector<ProductEdge>& edges, uint32_t first) {
      return edges.size() < 2 ? first : edges[edges.size() - 2].to;
    };
    while (!stem.empty() && before_last(stem, 0) == before_last(loop, begin) && is_same(stem.back(), loop.back())) {
      begin = before_last(stem, 0);
      stem.pop_back();
      std::ranges::rotate(loop, loop.end() - 1);
    }
    SystemPath path;
    auto add = [](const std::vector<ProductEdge>& edges, std::vector<SystemEdge>& steps) {
      for (const ProductEdge& edge : edges)
        if (!edge.is_stay) steps.push_back(edge.step);
    };
    add(stem, path.stem);
    add(loop, path.loop);
    return path;
  }

  // Back to `begin`. Every thread takes a step where one can, or is met where it cannot go on; which one next is what costs
  // least.
  std::vector<ProductEdge> fair_loop(uint32_t begin, unsigned last, const std::vector<uint32_t>& members,
                                     const std::vector<bool>& inside) const {
    std::vector<ProductEdge> loop;
    auto end = [&] { return loop.empty() ? begin : loop.back().to; };
    auto last_thread = [&] { return loop.empty() ? last : last_of(loop); };
    auto go = [&](std::vector<ProductEdge> more) { loop.insert(loop.end(), more.begin(), more.end()); };
    uint64_t movers = 0, known = 0;
    for (uint32_t i : members) {
      known |= system_node(i).enabled;
      for (const ProductEdge& edge : nodes_[i].edges)
        if (!edge.is_stay && inside[edge.to]) movers |= uint64_t{1} << edge.step.thread;
    }
    for (;;) {
      uint64_t taken = 0, met_waiting = ~system_node(begin).enabled;
      for (const ProductEdge& edge : loop) {
        if (!edge.is_stay) taken |= uint64_t{1} << edge.step.thread;
        met_waiting |= ~system_node(edge.to).enabled;
      }
      uint64_t to_move = movers & ~taken;
      uint64_t to_wait = fairness_ == Fairness::Weak ? known & ~movers & ~met_waiting : 0;
      if (to_move == 0 && to_wait == 0) break;
      auto is_wanted = [&](uint32_t i) {
        return edge_of(i, to_move, kNoThread, inside) != nullptr || (to_wait & ~system_node(i).enabled) != 0;
      };
      go(way(end(), last_thread(), inside, true, is_wanted));
      if (const ProductEdge* edge = edge_of(end(), to_move, last_thread(), inside)) loop.push_back(*edge);
    }
    if (loop.empty() || end() != begin)
      go(way(end(), last_thread(), inside, false, [&](uint32_t i) { return i == begin; }));
    return loop;
  }

  static unsigned last_of(const std::vector<ProductEdge>& edges) {
    return edges.empty() || edges.back().is_stay ? kNoThread : edges.back().step.thread;
  }

  static bool is_same(const ProductEdge& one, const ProductEdge& other) {
    return one.to == other.to && one.is_stay == other.is_stay && one.step.thread == other.step.thread &&
           one.step.alternative == other.step.alternative;
  }

  // An edge inside by which one of the threads takes a step; one of `last` if there is.
  const ProductEdge* edge_of(uint32_t i, uint64_t threads, unsigned last, const std::vector<bool>& inside) const {
    const ProductEdge* found = nullptr;
    for (const ProductEdge& edge : nodes_[i].edges) {
      if (edge.is_stay || !inside[edge.to] || !(threads >> edge.step.thread & 1)) continue;
      if (found == nullptr || edge.step.thread == last) found = &edge;
    }
    return found;
  }

  const System& system_;
  const Automaton& automaton_;
  Fairness fairness_;
  std::vector<ProductNode> nodes_;
  std::map<std::pair<uint32_t, StateId>, uint32_t> numbers_;
};

}  // namespace

std::optional<SystemPath> find_accepted(const System& system, const Automaton& automaton, Fairness fairness) {
  return Product(system, automaton, fairness).find();
}

}  // namespace selvage::ltl
