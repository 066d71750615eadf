// Findings that a user has decided to live with: lines `KIND:PATTERN`, as ThreadSanitizer has them.
//
//   # comment
//   race:legacy_counter        the function, variable or file of a data race contains this text
//   deadlock:^take_both$       ^ and $ are the beginning and the end of a name
//   race:fun:log_*             only functions; also var: and src: (files)
//   *:src:third_party/*        any kind of finding
//
// A kind is a property (race) or a kind of finding (use_after_free).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/counterexample.h"

namespace selvage::report {

// What a pattern is compared with.
struct Subject {
  std::string kind;      // "data_race"
  std::string property;  // "race"
  std::vector<std::string> functions = {}, variables = {}, files = {};
};

class Suppressions {
 public:
  // Adds the lines of a file. Returns what is wrong, with the number of the line, or an empty string; safe on any bytes.
  std::string add(std::string_view text, const std::string& file);

  // The first pattern that matches.
  std::optional<size_t> find(const Subject& subject) const;

  bool empty() const { return all_.empty(); }
  const std::vector<Suppression>& all() const { return all_; }

 private:
  enum class Field : uint8_t { Any, Function, Variable, File };
  struct Pattern {
    std::string kind;  // "*": any
    Field field;
    std::string glob;
  };

  std::string add_line(std::string_view line, const std::string& file, uint32_t number);
  static bool matches(const Pattern& pattern, const Subject& subject);

  std::vector<Suppression> all_;
  std::vector<Pattern> patterns_;  // of the same number
};

// What each line of the files did to the findings of a check, in sentences.
std::vector<std::string> remarks_on_suppressions(const Report& report);

// Whether `name` contains what `glob` describes: * stands for any text, ^ and $ for the beginning and the end.
bool glob_matches(std::string_view glob, std::string_view name);

}  // namespace selvage::report
