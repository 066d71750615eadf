#include "cli/duration.h"

#include <charconv>
#include <cmath>

namespace selvage::cli {

std::optional<double> parse_duration(std::string_view text) {
  double unit = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 'h':
        unit = 3600;
        text.remove_suffix(1);
        break;
      case 'm':
        unit = 60;
        text.remove_suffix(1);
        break;
      case 's':
        text.remove_suffix(1);
        break;
      default:
        break;
    }
  }
  double value = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  constexpr double kLongest = 1e9;  // thirty years
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || !(value > 0) || value * unit > kLongest)
    return std::nullopt;
  return value * unit;
}

}  // namespace selvage::cli
