// The automaton that Spin makes of a formula, read from the never claim that `spin -f` prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ltl/automaton.h"

namespace selvage::ltl {

// Nothing if Spin does not answer in time.
std::optional<Automaton> automaton_from_spin(const std::string& formula, const std::vector<std::string>& atoms);

}  // namespace selvage::ltl
