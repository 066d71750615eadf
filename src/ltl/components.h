// Strongly connected components of a graph (Tarjan 1972), without recursion: graphs of programs are deep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace selvage::ltl {

struct Components {
  std::vector<uint32_t> of;                    // component of each node
  std::vector<std::vector<uint32_t>> members;  // in reverse topological order
};

inline Components strong_components(const std::vector<std::vector<uint32_t>>& successors) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  struct Frame {
    uint32_t node;
    size_t next;
  };
  Components result;
  result.of.assign(successors.size(), kUnseen);
  std::vector<uint32_t> index(successors.size(), kUnseen), low(successors.size());
  std::vector<uint32_t> open;
  std::vector<Frame> frames;
  uint32_t counter = 0;
  for (uint32_t root = 0; root < successors.size(); root++) {
    if (index[root] != kUnseen) continue;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto [node, next] = frames.back();
      if (next == 0) {
        index[node] = low[node] = counter++;
        open.push_back(node);
      }
      if (next < successors[node].size()) {
        frames.back().next++;
        uint32_t to = successors[node][next];
        if (index[to] == kUnseen)
          frames.push_back({to, 0});
        else if (result.of[to] == kUnseen)
          low[node] = std::min(low[node], index[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[node]);
      if (low[node] != index[node]) continue;
      auto component = static_cast<uint32_t>(result.members.size());
      result.members.emplace_back();
      for (uint32_t member = kUnseen; member != node;) {
        member = open.back();
        open.pop_back();
        result.of[member] = component;
        result.members.back().push_back(member);
      }
    }
  }
  return result;
}

}  // namespace selvage::ltl
