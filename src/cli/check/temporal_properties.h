// The temporal properties of a check: formulas from the command line and from the program, their automata, and their atoms
// as code for the program.
#pragma once

#include <string>
#include <vector>

#include "atoms/atom_set.h"
#include "check/temporal.h"
#include "cli/check/check_options.h"
#include "ltl/formula.h"

namespace selvage::cli {

struct TemporalProperties {
  std::vector<std::string> atoms;  // names, in the order of the bits of a valuation
  std::vector<check::TemporalProperty> properties;
  atoms::OwnAtoms own;

  bool empty() const { return properties.empty(); }
};

// The program's code states formulas (selvage.h).
bool has_own_formulas(const std::string& executable);

// Throws Error (usage): a formula that cannot be read, with the place; X where it cannot be decided.
TemporalProperties read_temporal_properties(const CheckOptions& options, const std::string& executable);

// What the program has to be told; `load_address` is where it lies. Throws Error (usage) with the place in a condition.
std::vector<SharedLocation> atom_code(const TemporalProperties& properties, const CheckOptions& options,
                                      const std::string& executable, uint64_t load_address);

// `--explain-ltl`: the formulas and their automata.
std::string explain(const std::vector<std::string>& formulas, bool as_dot);

}  // namespace selvage::cli
