// What makes a search shorter besides its strategy, by name. Each says which properties it preserves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "check/property.h"

namespace selvage::cli {

enum class Reduction {
  CriticalSections,
  PredicateDependence,
  CommutingOperations,
  UnreadWrites,
  Symmetry,
  RaceFreeSubspaces,
  AwaitedAssumptions,
  PredictedExecutions,
  Count
};

const char* reduction_name(Reduction reduction);

// Executions after which race-free-subspaces gives way, unless it was asked for by name.
inline constexpr uint64_t kRaceFreeTrial = 10'000;

// Those that were asked for on the command line.
struct AskedReductions {
  std::vector<Reduction> named = {};
  bool all = false;  // as many as preserve what is checked
  std::vector<Reduction> left_out = {};

  bool empty() const { return named.empty() && !all; }
  bool names(Reduction reduction) const { return std::ranges::find(named, reduction) != named.end(); }
  void leave_out_all();
};

// Empty, or what is wrong with the name. "all" is one.
std::string parse_reduction(const std::string& name, AskedReductions& reductions);
// The same for one that is to be left out.
std::string parse_left_out(const std::string& name, AskedReductions& reductions);

// Whether it is a part of strategy optimal, and of no other.
bool needs_optimal(Reduction reduction);

// Empty, or which property the reduction does not preserve, and why.
std::string not_preserved(Reduction reduction, const check::PropertySet& properties);

// What an access has to have an influence on to matter to these properties (Influence in contract/facts.h).
uint32_t influences_on(const check::PropertySet& properties);

}  // namespace selvage::cli
