// Lengths of time as users write them: 30, 30s, 1.5m, 2h.
#pragma once

#include <optional>
#include <string_view>

namespace selvage::cli {

// In seconds; nothing if it is not a length of time greater than zero.
std::optional<double> parse_duration(std::string_view text);

}  // namespace selvage::cli
