// The properties that a program is checked for, and the words by which users choose them (--check).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::check {

enum class Property : uint8_t {
  Assertion,   // assert, abort, uncaught exception, reach_error, a fatal signal that the program sends itself
  Crash,       // SIGSEGV, SIGFPE, ..., stack overflow
  Deadlock,    // threads remain and none can go on
  Race,        // data races
  Misuse,      // a primitive used against its rules
  Memory,      // use after free, double free, bad free, heap overrun
  Leak,        // memory never freed; only where asked for
  Progress,    // a thread that runs on without an operation that Selvage sees, or goes round a loop in vain
  Stuck,       // threads that still wait, for ever, when the program ends
  Temporal,    // formulas; only where there are some
  Flow,        // information flow; only where asked for
  ExitStatus,  // the program ends with a status that says that something went wrong
  Count,
};

std::string_view property_name(Property property);  // published: summaries, --check

class PropertySet {
 public:
  PropertySet() = default;
  PropertySet(std::initializer_list<Property> properties) {
    for (Property property : properties) insert(property);
  }
  // All but leaks, and what comes with options of its own: temporal properties and information flow.
  static PropertySet standard();

  bool contains(Property property) const { return (bits_ >> static_cast<unsigned>(property)) & 1; }
  void insert(Property property) { bits_ |= 1u << static_cast<unsigned>(property); }
  void erase(Property property) { bits_ &= ~(1u << static_cast<unsigned>(property)); }
  bool empty() const { return bits_ == 0; }
  std::vector<std::string_view> names() const;
  bool operator==(const PropertySet&) const = default;

 private:
  uint32_t bits_ = 0;
};

// "deadlock,race", "all", "standard,-race": returns what is wrong with the text, or an empty string.
std::string parse_properties(std::string_view text, PropertySet& properties);

}  // namespace selvage::check
