#include "atoms/atom_set.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "atoms/atom_compiler.h"
#include "atoms/debug_information.h"
#include "ltl/parser.h"
#include "target/error.h"

namespace selvage::atoms {

namespace {

using target::Error;
using target::ExitCode;

constexpr std::string_view kFunctionPrefix = "selvage_atom_";
constexpr std::string_view kFormulaSection = "selvage_ltl";

std::string_view without_blanks(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

bool is_name(std::string_view text) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) && std::ranges::all_of(text, is_word);
}

std::string known_names(const std::vector<AtomDefinition>& definitions, const OwnAtoms& own) {
  std::vector<std::string> names;
  for (const AtomDefinition& one : definitions) names.push_back(one.name);
  for (const OwnAtoms::Function& one : own.functions) names.push_back(one.name);
  return names.empty() ? std::string("No atom is defined") : fmt::format("Atoms are {}", fmt::join(names, ", "));
}

}  // namespace

AtomDefinition parse_definition(const std::string& text) {
  size_t colon = text.find(':');
  std::string_view name = without_blanks(std::string_view(text).substr(0, colon));
  bool is_scope = colon != std::string::npos && colon + 1 < text.size() && text[colon + 1] == ':';
  if (colon == std::string::npos || is_scope || !is_name(name))
    throw Error(ExitCode::Usage,
                fmt::format("--atom '{}': give a name and a condition, as in 'full: count == 4'.", text));
  return {std::string(name), std::string(without_blanks(std::string_view(text).substr(colon + 1)))};
}

OwnAtoms own_atoms(const target::ElfFile& file) {
  OwnAtoms result;
  for (const target::ElfSymbol& symbol : file.symbols())
    if (symbol.defined && symbol.kind == target::ElfSymbol::Kind::Function && symbol.name.starts_with(kFunctionPrefix))
      result.functions.push_back({symbol.name.substr(kFunctionPrefix.size()), target::number(symbol.address)});
  if (const target::ElfSection* section = file.find_section(kFormulaSection)) {
    std::string formula;
    for (std::byte byte : file.contents(*section)) {
      if (byte != std::byte{0}) {
        formula += static_cast<char>(byte);
      } else if (!formula.empty()) {
        result.formulas.push_back(std::exchange(formula, {}));
      }
    }
  }
  return result;
}

std::vector<SharedLocation> compile_atoms(const std::vector<std::string>& names,
                                          const std::vector<AtomDefinition>& definitions, const OwnAtoms& own,
                                          const target::ElfFile& file, uint64_t load_address) {
  std::optional<DebugInformation> debug;
  Positions positions(file);
  std::vector<SharedLocation> code;
  for (size_t i = 0; i < names.size(); i++) {
    const std::string& name = names[i];
    auto is_it = [&](const auto& one) { return one.name == name; };
    auto given = std::ranges::find_if(definitions, is_it);
    auto function = std::ranges::find_if(own.functions, is_it);
    auto count = std::ranges::count_if(definitions, is_it) + std::ranges::count_if(own.functions, is_it);
    if (count == 0)
      throw Error(ExitCode::Usage,
                  fmt::format("The formula speaks of {}, which is not defined: give --atom '{}: CONDITION'. {}.", name,
                              name, known_names(definitions, own)));
    if (count > 1) throw Error(ExitCode::Usage, fmt::format("Atom {} is defined {} times.", name, count));
    code.push_back(atom_entry(AtomCode::Begin, static_cast<int64_t>(i)));
    if (given == definitions.end()) {
      code.push_back(atom_entry(AtomCode::Call, static_cast<int64_t>(function->address + load_address)));
      continue;
    }
    try {
      if (!debug) debug.emplace(file);
      std::vector<SharedLocation> own_code = compile_atom(given->condition, *debug, load_address, &positions);
      code.insert(code.end(), own_code.begin(), own_code.end());
    } catch (const ltl::ParseError& error) {
      throw Error(ExitCode::Usage, fmt::format("Atom {}: {}.\n{}", name, error.what(),
                                               ltl::point_at(given->condition, error.position())));
    } catch (const target::ElfError& error) {
      throw Error(ExitCode::CannotStart,
                  fmt::format("The variables of the program cannot be looked up: {}.", error.what()));
    }
  }
  std::vector<SharedLocation> functions = positions.entries();
  code.insert(code.begin(), functions.begin(), functions.end());
  if (code.size() > kMaxAtomCode) throw Error(ExitCode::Usage, "The atoms are too large.");
  return code;
}

}  // namespace selvage::atoms
