// What a search says of itself: where it stands, so that it can go on from there another time.
//
// A search need not be able to. Then one that is resumed begins anew, with what is known to be shared.
#pragma once

#include <string>
#include <utility>

namespace selvage::cli {

// Where it stands between two executions (explore::Progress), or where it ended (explore::SearchResult).
template <typename Search>
std::string saved_state(const Search& search) {
  if constexpr (requires { search.state; }) {
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
