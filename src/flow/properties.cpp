#include "flow/properties.h"

#include <algorithm>
#include <array>

namespace selvage::flow {

namespace {

inline constexpr std::array<std::string_view, static_cast<size_t>(Property::Count)> kNames = {
    "observational", "possibilistic", "termination"};

}  // namespace

std::string_view property_name(Property property) { return kNames[static_cast<size_t>(property)]; }

std::string PropertySet::text() const {
  std::string result;
  for (size_t i = 0; i < kNames.size(); i++)
    if (contains(static_cast<Property>(i))) result.append(result.empty() ? "" : ",").append(kNames[i]);
  return result;
}

std::string parse_properties(std::string_view text, PropertySet& properties) {
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    std::string_view word = text.substr(at, comma - at);
    at = comma + 1;
    auto found = std::ranges::find(kNames, word);
    if (found == kNames.end()) return "the properties are observational, possibilistic and termination";
    properties.insert(static_cast<Property>(found - kNames.begin()));
  }
  return {};
}

}  // namespace selvage::flow
