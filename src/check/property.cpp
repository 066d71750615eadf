#include "check/property.h"

#include <algorithm>
#include <array>
#include <optional>

namespace selvage::check {

namespace {

inline constexpr size_t kCount = static_cast<size_t>(Property::Count);
inline constexpr std::array<std::string_view, kCount> kNames = {"assertion", "crash",    "deadlock", "race",
                                                                "misuse",    "memory",   "leak",     "progress",
                                                                "stuck",     "temporal", "flow",     "exit-status"};

std::optional<Property> property_called(std::string_view name) {
  for (size_t i = 0; i < kCount; i++)
    if (kNames[i] == name) return static_cast<Property>(i);
  return std::nullopt;
}

template <typename Function>
void for_each_in(PropertySet set, Function&& function) {
  for (size_t i = 0; i < kCount; i++)
    if (set.contains(static_cast<Property>(i))) function(static_cast<Property>(i));
}

PropertySet all_properties() {
  PropertySet all = PropertySet::standard();
  all.insert(Property::Leak);
  return all;
}

std::string_view without_blanks(std::string_view word) {
  size_t first = word.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(" \t") - first + 1);
}

std::string vocabulary() {
  std::string words;
  for (std::string_view name : kNames) words.append(name).append(", ");
  return words + "standard (all but leak) and all; -WORD leaves one out";
}

// What one reads of a word that is none: what is not printed is left out.
std::string quoted(std::string_view word) {
  std::string text = "'";
  for (char c : word.substr(0, 40)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > 40 ? "...'" : "'");
}

}  // namespace

std::string_view property_name(Property property) { return kNames[static_cast<size_t>(property)]; }

PropertySet PropertySet::standard() {
  PropertySet set;
  for (size_t i = 0; i < kCount; i++) set.insert(static_cast<Property>(i));
  set.erase(Property::Leak);
  set.erase(Property::Temporal);
  set.erase(Property::Flow);
  return set;
}

std::vector<std::string_view> PropertySet::names() const {
  std::vector<std::string_view> names;
  for_each_in(*this, [&](Property property) { names.push_back(property_name(property)); });
  return names;
}

std::string parse_properties(std::string_view text, PropertySet& properties) {
  PropertySet chosen, named, removed;
  bool first = true;
  for (size_t at = 0; at <= text.size(); first = false) {
    size_t comma = std::min(text.find(',', at), text.size());
    std::string_view word = without_blanks(text.substr(at, comma - at));
    at = comma + 1;
    if (word.empty()) return "a property to check for is missing; the words are " + vocabulary();
    bool removes = word.front() == '-';
    // Only leaving out: out of what is checked for otherwise.
    if (first && removes) chosen = PropertySet::standard();
    std::optional<Property> property = property_called(removes ? word.substr(1) : word);
    if (property) {
      (removes ? removed : named).insert(*property);
      if (named.contains(*property) && removed.contains(*property))
        return quoted(property_name(*property)) + " is both asked for and left out";
      if (!removes) chosen.insert(*property);
    } else if (word == "all") {
      chosen = all_properties();
    } else if (word == "standard") {
      for_each_in(PropertySet::standard(), [&](Property one) { chosen.insert(one); });
    } else {
      return quoted(word) + " is no property; the words are " + vocabulary();
    }
  }
  for_each_in(removed, [&](Property one) { chosen.erase(one); });
  if (chosen.empty()) return quoted(text) + " leaves nothing to check for; the words are " + vocabulary();
  properties = chosen;
  return {};
}

}  // namespace selvage::check
