// The properties of information flow, and what an attacker is taken to see (docs/flow.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace selvage::flow {

enum class Property : uint8_t {
  Observational,  // every execution with every secret shows the same
  Possibilistic,  // every secret has the same set of things that executions show
  Termination,    // every secret has the same set of ways to end
  Count,
};

std::string_view property_name(Property property);  // published: --flow, reports

class PropertySet {
 public:
  bool contains(Property property) const { return (bits_ >> static_cast<unsigned>(property)) & 1; }
  void insert(Property property) { bits_ |= 1u << static_cast<unsigned>(property); }
  bool empty() const { return bits_ == 0; }
  bool operator==(const PropertySet&) const = default;
  std::string text() const;  // "observational,termination"

 private:
  uint32_t bits_ = 0;
};

// "observational,termination": returns what is wrong with the text, or an empty string.
std::string parse_properties(std::string_view text, PropertySet& properties);

// What is seen at once.
enum class Observer : uint8_t {
  Each,   // one location, whichever that is
  Joint,  // all of them, and the order between them
};

}  // namespace selvage::flow
