// The kinds of findings as other tools want to know them: identifiers that stay, and a text that says what is wrong and
// what to do about it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace selvage::report {

struct Rule {
  std::string_view kind;   // "data_race"
  std::string_view id;     // "selvage/data-race": published, stays
  std::string_view name;   // "DataRace"
  std::string_view title;  // one line
  std::string_view help;   // what it means, and what to do
};

std::span<const Rule> rules();
// The rule of a kind of finding, its words separated by blanks, dashes or underscores; null if there is none.
const Rule* rule_of(std::string_view kind);
// "selvage/data-race", also for a kind that no rule is known of.
std::string rule_id(std::string_view kind);

}  // namespace selvage::report
