#include "cli/check/temporal_properties.h"

#include <fmt/format.h>

#include "ltl/automaton_text.h"
#include "ltl/parser.h"
#include "ltl/translation.h"
#include "target/byte_source.h"
#include "target/error.h"

namespace selvage::cli {
namespace {

using target::Error;
using target::ExitCode;

ltl::FormulaId read_formula(const std::string& text, ltl::Formulas& formulas) {
  try {
    return ltl::parse(text, formulas);
  } catch (const ltl::ParseError& error) {
    throw Error(ExitCode::Usage, fmt::format("The formula cannot be read: {}.\n{}", error.what(),
                                             ltl::point_at(text, error.position())));
  }
}

target::ElfFile open_executable(const std::string& path) {
  auto bytes = target::open_file_bytes(path);
  if (!bytes) throw Error(ExitCode::CannotStart, fmt::format("{} cannot be read.", path));
  return target::ElfFile(std::move(bytes));
}

}  // namespace

bool has_own_formulas(const std::string& executable) {
  return !atoms::own_atoms(open_executable(executable)).formulas.empty();
}

TemporalProperties read_temporal_properties(const CheckOptions& options, const std::string& executable) {
  TemporalProperties result;
  result.own = atoms::own_atoms(open_executable(executable));
  std::vector<std::string> texts = options.formulas;
  texts.insert(texts.end(), result.own.formulas.begin(), result.own.formulas.end());
  ltl::Formulas formulas;
  for (const std::string& text : texts) {
    ltl::FormulaId formula = read_formula(text, formulas);
    bool counts_steps = formulas.has_next(formula);
    if (counts_steps && !options.no_reductions)
      throw Error(ExitCode::Usage,
                  fmt::format("X speaks of single steps, and which steps there are is what reductions leave open: give "
                              "--no-reductions with it, or write the formula without X.\n  {}",
                              text));
    result.properties.push_back(
        {text, ltl::translate(formulas, formulas.negation(formula)), ltl::translate(formulas, formula), counts_steps});
  }
  result.atoms = formulas.atoms();
  return result;
}

std::vector<SharedLocation> atom_code(const TemporalProperties& properties, const CheckOptions& options,
                                      const std::string& executable, uint64_t load_address) {
  std::vector<atoms::AtomDefinition> definitions;
  for (const std::string& text : options.atoms) definitions.push_back(atoms::parse_definition(text));
  return atoms::compile_atoms(properties.atoms, definitions, properties.own, open_executable(executable), load_address);
}

std::string explain(const std::vector<std::string>& texts, bool as_dot) {
  std::string result;
  for (const std::string& text : texts) {
    ltl::Formulas formulas;
    ltl::FormulaId formula = read_formula(text, formulas);
    ltl::FormulaId negation = formulas.negation(formula);
    ltl::Automaton automaton = ltl::translate(formulas, negation);
    if (as_dot) {
      result += ltl::automaton_dot(automaton, formulas.atoms(), text);
      continue;
    }
    result +=
        fmt::format("{}\n  goes wrong on what this automaton accepts, by meeting accepting states for ever:\n  {}\n",
                    text, formulas.text(negation));
    result += ltl::automaton_text(automaton, formulas.atoms());
  }
  return result;
}

}  // namespace selvage::cli
