#include "report/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "report/headline.h"
#include "report/rules.h"

namespace selvage::report {
namespace {

constexpr std::array<std::string_view, 9> kProperties = {"assertion", "crash", "deadlock", "race", "misuse",
                                                         "memory",    "leak",  "progress", "stuck"};
constexpr size_t kLongestShown = 60;

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// What one reads of a word that is none: what is not printed is left out.
std::string quoted(std::string_view word) {
  std::string text = "'";
  for (char c : word.substr(0, kLongestShown)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > kLongestShown ? "...'" : "'");
}

std::string vocabulary() {
  std::string words;
  for (std::string_view name : kProperties) words.append(name).append(", ");
  for (const Rule& rule : rules())
    if (std::ranges::find(kProperties, rule.kind) == kProperties.end()) words.append(rule.kind).append(", ");
  return words + "and * for all";
}

// The published word for it; empty: there is none.
std::string kind_called(std::string_view word) {
  if (word == "*" || std::ranges::find(kProperties, word) != kProperties.end()) return std::string(word);
  const Rule* rule = rule_of(word);
  return rule == nullptr ? "" : std::string(rule->kind);
}

// Whether `text` begins with what `part`, which has no star, says.
bool contains_in_order(std::string_view glob, std::string_view name, bool at_begin, bool at_end) {
  bool first = true;
  while (true) {
    size_t star = glob.find('*');
    std::string_view part = glob.substr(0, star);
    bool last = star == std::string_view::npos;
    if (last && at_end) {
      bool fits = name.ends_with(part) && (!first || !at_begin || name.size() == part.size());
      return fits;
    }
    size_t found = first && at_begin ? (name.starts_with(part) ? 0 : std::string_view::npos) : name.find(part);
    if (found == std::string_view::npos) return false;
    if (last) return true;
    name.remove_prefix(found + part.size());
    glob.remove_prefix(star + 1);
    first = false;
  }
}

}  // namespace

std::vector<std::string> remarks_on_suppressions(const Report& report) {
  std::vector<std::string> remarks;
  for (const Suppression& one : report.suppressions) {
    auto first = std::ranges::find(report.suppressed, one.pattern, &Counterexample::suppressed_by);
    if (one.findings == 0 || first == report.suppressed.end()) continue;
    std::string others = one.findings == 1 ? "" : fmt::format("{} findings, the first: ", one.findings);
    std::string place = first->place.is_known() ? fmt::format(" ({}:{})", first->place.file, first->place.line) : "";
    remarks.push_back(fmt::format("Suppressed by {} in {}:{}: {}{}{}.", one.pattern, one.file, one.line, others,
                                  headline(*first), place));
  }
  // A search that ended early may yet have come to what a pattern matches.
  const char* so_far = report.looked_at_all ? "" : " so far";
  for (const Suppression& one : report.suppressions)
    if (one.findings == 0)
      remarks.push_back(
          fmt::format("Not needed{}: {} in {}:{} matched nothing.", so_far, one.pattern, one.file, one.line));
  return remarks;
}

bool glob_matches(std::string_view glob, std::string_view name) {
  bool at_begin = glob.starts_with('^');
  if (at_begin) glob.remove_prefix(1);
  bool at_end = glob.ends_with('$');
  if (at_end) glob.remove_suffix(1);
  return contains_in_order(glob, name, at_begin, at_end);
}

std::string Suppressions::add(std::string_view text, const std::string& file) {
  uint32_t number = 0;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string problem = add_line(text.substr(0, end), file, ++number);
    if (!problem.empty()) return fmt::format("{}:{}: {}", file, number, problem);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

std::string Suppressions::add_line(std::string_view line, const std::string& file, uint32_t number) {
  line = without_blanks(line);
  if (line.empty() || line.front() == '#') return {};
  size_t colon = line.find(':');
  if (colon == std::string_view::npos)
    return fmt::format("{} has no colon: a line is KIND:PATTERN, for example race:counter.", quoted(line));
  Pattern pattern{.kind = kind_called(without_blanks(line.substr(0, colon))), .field = Field::Any, .glob = {}};
  if (pattern.kind.empty())
    return fmt::format("{} is no kind of finding; the words are {}.", quoted(line.substr(0, colon)), vocabulary());
  std::string_view glob = without_blanks(line.substr(colon + 1));
  constexpr std::array<std::pair<std::string_view, Field>, 3> kFields = {
      {{"fun:", Field::Function}, {"var:", Field::Variable}, {"src:", Field::File}}};
  for (const auto& [word, field] : kFields) {
    // C++ has names like fun::x.
    if (!glob.starts_with(word) || glob.substr(word.size()).starts_with(':')) continue;
    pattern.field = field;
    glob = without_blanks(glob.substr(word.size()));
    break;
  }
  if (glob.find_first_not_of("^$") == std::string_view::npos)
    return fmt::format("{} has no pattern: say * to mean all.", quoted(line));
  pattern.glob = glob;
  patterns_.push_back(std::move(pattern));
  all_.push_back({.pattern = std::string(line), .file = file, .line = number});
  return {};
}

bool Suppressions::matches(const Pattern& pattern, const Subject& subject) {
  if (pattern.kind != "*" && pattern.kind != subject.kind && pattern.kind != subject.property) return false;
  // Also a finding of which no name is known.
  if (pattern.glob == "*" && pattern.field == Field::Any) return true;
  auto any = [&](Field field, const std::vector<std::string>& names) {
    if (pattern.field != Field::Any && pattern.field != field) return false;
    return std::ranges::any_of(names, [&](const std::string& name) { return glob_matches(pattern.glob, name); });
  };
  return any(Field::Function, subject.functions) || any(Field::Variable, subject.variables) ||
         any(Field::File, subject.files);
}

std::optional<size_t> Suppressions::find(const Subject& subject) const {
  auto found = std::ranges::find_if(patterns_, [&](const Pattern& pattern) { return matches(pattern, subject); });
  if (found == patterns_.end()) return std::nullopt;
  return static_cast<size_t>(found - patterns_.begin());
}

}  // namespace selvage::report
