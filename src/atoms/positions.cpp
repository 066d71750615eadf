#include "atoms/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "contract/atoms.h"
#include "contract/positions.h"
#include "contract/site.h"
#include "ltl/parser.h"
#include "target/demangle.h"
#include "target/site_table.h"

namespace selvage::atoms {

using ltl::ParseError;

namespace {

// Without what stands in brackets, and without what comes before the last blank: "space::f" of "void space::f<int>(long)".
std::string bare_name(std::string text) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  for (size_t at; (at = text.find(kAnonymous)) != std::string::npos;) text.erase(at, kAnonymous.size());
  std::string result;
  int depth = 0;
  for (char c : text) {
    if (c == '(' && depth == 0) break;
    if (c == '<') depth++;
    if (depth == 0) result += c;
    if (c == '>') depth--;
  }
  size_t blank = result.rfind(' ');
  return blank == std::string::npos ? result : result.substr(blank + 1);
}

bool is_called(const std::string& symbol, const std::string& name) {
  return target::is_function_called(symbol, name) || bare_name(target::demangle(symbol)) == name;
}

}  // namespace

bool may_ask_for_position(std::string_view condition) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::string_view word : {"at", "in"}) {
    for (size_t at = condition.find(word); at != std::string_view::npos; at = condition.find(word, at + 1)) {
      size_t end = at + word.size();
      while (end < condition.size() && std::isspace(static_cast<unsigned char>(condition[end]))) ++end;
      if ((at == 0 || !is_word(condition[at - 1])) && end < condition.size() && condition[end] == '(') return true;
    }
  }
  return false;
}

unsigned Positions::number(const std::string& function, size_t place) {
  auto known = std::ranges::find(names_, function);
  if (known == names_.end()) {
    find_functions(function, place);
    names_.push_back(function);
    known = names_.end() - 1;
  }
  return static_cast<unsigned>(known - names_.begin());
}

void Positions::find_functions(const std::string& function, size_t place) {
  if (names_.size() == kMaxPositions)
    throw ParseError(fmt::format("atoms can ask for at most {} functions", kMaxPositions), place);
  std::vector<uint32_t> entries;
  bool is_marked = false, is_known = false;
  std::optional<target::SiteTable> sites = target::SiteTable::read(file_);
  for (uint32_t i = 0; sites && i < sites->size(); ++i) {
    target::Site site = sites->site(i);
    bool is_entry = (site.flags & kSiteEntry) != 0;
    bool is_it = is_called(site.function, function);
    is_marked |= is_entry;
    is_known |= is_it;
    if (is_entry && is_it) entries.push_back(kExecutableSiteBase + i);
  }
  if (!is_marked)
    throw ParseError("no function of the program is marked where it is entered: all of them are part of a library",
                     place);
  if (entries.empty() && is_known)
    throw ParseError(fmt::format("where {} is entered is not marked: it is part of a library, a coroutine or always "
                                 "inlined",
                                 function),
                     place);
  if (entries.empty()) throw ParseError(fmt::format("the program has no function {}", function), place);
  if (entries.size() > kMaxPositionFunctions)
    throw ParseError(fmt::format("there are {} functions {}", entries.size(), function), place);
  sites_.push_back(std::move(entries));
}

std::vector<SharedLocation> Positions::entries() const {
  std::vector<SharedLocation> result;
  for (unsigned position = 0; position < sites_.size(); ++position)
    for (uint32_t site : sites_[position])
      result.push_back(atom_entry(AtomCode::Function, function_operand(position, site)));
  return result;
}

}  // namespace selvage::atoms
