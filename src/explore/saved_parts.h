// A saved search taken apart, so that several can go on with it: what was done stands by itself, and what is left is dealt
// out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/team.h"

namespace selvage::explore {

struct SavedParts {
  SavedSums done;
  // States to resume from, in which nothing has been done: whatever counts of them is counted once. Together they are
  // what is left. None: nothing is.
  std::vector<std::string> left;
};

// At most so many parts, of about the same weight, and none without need larger than `most_bytes`; a search over a tree
// stays in one. An empty state is that of a search that has to begin anew: all of it is left. Nothing: these are no such
// bytes.
std::optional<SavedParts> take_apart(std::string_view state, size_t most_parts, size_t most_bytes);

}  // namespace selvage::explore
