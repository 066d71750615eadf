// What a search says of itself while it is under way: how far it is, and where it stands.
//
// A search need not be able to say either. Then no share is shown, and a search that is resumed begins anew with what is
// known to be shared.
#pragma once

#include <optional>
#include <string>

#include "explore/exploration.h"
#include "explore/search.h"

namespace selvage::cli {

// The share of the whole that is done, 0 to 1.
template <typename Exploration>
std::optional<double> estimated_share(const Exploration& exploration) {
  if constexpr (requires { exploration.estimate(); }) {
    return exploration.estimate();
  } else {
    return std::nullopt;
  }
}

// Where it stands between two executions, or where it ended.
template <typename Search>
std::string saved_state(const Search& search) {
  if constexpr (requires { search.save(); }) {
    return search.save();
  } else if constexpr (requires { search.state; }) {
    return search.state;
  } else {
    return {};
  }
}

// Makes a search go on from there.
template <typename Options>
void continue_from(Options& options, std::string state) {
  if constexpr (requires { options.resume = std::move(state); }) options.resume = std::move(state);
}

}  // namespace selvage::cli
