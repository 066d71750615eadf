// The states of a program as a graph, and whether an infinite path through it goes against a formula.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ltl/automaton.h"

namespace selvage::ltl {

struct SystemEdge {
  uint32_t to = 0;
  uint16_t thread = 0;
  uint16_t alternative = 0;
};

struct SystemNode {
  Valuation letter = 0;
  uint64_t enabled = 0;  // threads that can go on, as bits
  std::vector<SystemEdge> edges = {};
  bool is_end = false;  // it stays like this for ever
};

// Node 0 is where paths begin.
struct System {
  std::vector<SystemNode> nodes;
};

// Which infinite paths count.
enum class Fairness : uint8_t {
  Weak,    // whoever can go on all the time from some moment on does go on
  Strong,  // whoever can go on again and again does go on
};

// A path: the edges of the stem, and of the loop that follows for ever. The loop is empty where the path ends in a state
// that stays as it is.
struct SystemPath {
  std::vector<SystemEdge> stem, loop;
};

// A fair path whose word the automaton accepts.
std::optional<SystemPath> find_accepted(const System& system, const Automaton& automaton, Fairness fairness);

}  // namespace selvage::ltl
