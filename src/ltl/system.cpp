// Emptiness of the product of a program's states and an automaton, under fairness: components of the product are looked at
// whether they have an accepting state and treat every thread fairly. Under strong fairness the states in which an
// unfairly treated thread can go on are taken out, and what is left is looked at again (Emerson and Lei 1987).
#include "ltl/system.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

#include "ltl/components.h"

namespace selvage::ltl {

namespace {

constexpr uint32_t kNone = UINT32_MAX;

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

  // The shortest way, of edges, from one node to one that is wanted.
  std::vector<ProductEdge> way(uint32_t from, const std::vector<bool>& inside, bool may_be_empty,
                               const std::function<bool(uint32_t)>& wanted) const {
    if (may_be_empty && wanted(from)) return {};
    std::vector<uint32_t> before(nodes_.size(), kNone);
    std::vector<const ProductEdge*> by(nodes_.size());
    std::deque<uint32_t> rest{from};
    while (!rest.empty()) {
      uint32_t i = rest.front();
      rest.pop_front();
      for (const ProductEdge& edge : nodes_[i].edges) {
        if (!inside[edge.to] || by[edge.to]) continue;
        by[edge.to] = &edge;
        before[edge.to] = i;
        if (!wanted(edge.to)) {
          rest.push_back(edge.to);
          continue;
        }
        std::vector<ProductEdge> result;
        for (uint32_t at = edge.to;;) {
          result.push_back(*by[at]);
          at = before[at];
          if (at == from) break;
        }
        std::ranges::reverse(result);
        return result;
      }
    }
    return {};
  }

  SystemPath path_into(const std::vector<uint32_t>& members) const {
    std::vector<bool> all(nodes_.size(), true), inside(nodes_.size());
    for (uint32_t i : members) inside[i] = true;
    auto is_accepting = [&](uint32_t i) { return inside[i] && automaton_.states[nodes_[i].state].accepting; };
    std::vector<ProductEdge> stem = way(0, all, true, is_accepting);
    uint32_t begin = stem.empty() ? 0 : stem.back().to;
    std::vector<ProductEdge> loop;
    auto end = [&] { return loop.empty() ? begin : loop.back().to; };
    auto go = [&](std::vector<ProductEdge> more) { loop.insert(loop.end(), more.begin(), more.end()); };
    // Every thread takes a step where one can, or is met where it cannot go on.
    for (unsigned thread = 0; thread < 64; thread++) {
      uint64_t bit = uint64_t{1} << thread;
      auto takes_step = [&](uint32_t i) { return edge_of(i, thread, inside) != nullptr; };
      bool moves = std::ranges::any_of(members, takes_step);
      bool is_taken =
          std::ranges::any_of(loop, [&](const ProductEdge& e) { return !e.is_stay && e.step.thread == thread; });
      if (moves && !is_taken) {
        go(way(end(), inside, true, takes_step));
        loop.push_back(*edge_of(end(), thread, inside));
      } else if (!moves && fairness_ == Fairness::Weak) {
        go(way(end(), inside, true, [&](uint32_t i) { return (system_node(i).enabled & bit) == 0; }));
      }
    }
    if (loop.empty() || end() != begin) go(way(end(), inside, false, [&](uint32_t i) { return i == begin; }));
    SystemPath path;
    auto add = [](const std::vector<ProductEdge>& edges, std::vector<SystemEdge>& steps) {
      for (const ProductEdge& edge : edges)
        if (!edge.is_stay) steps.push_back(edge.step);
    };
    add(stem, path.stem);
    add(loop, path.loop);
    return path;
  }

  const ProductEdge* edge_of(uint32_t i, unsigned thread, const std::vector<bool>& inside) const {
    for (const ProductEdge& edge : nodes_[i].edges)
      if (!edge.is_stay && edge.step.thread == thread && inside[edge.to]) return &edge;
    return nullptr;
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
