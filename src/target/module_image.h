// What the explorer knows about one executable or shared object from its file alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "target/clock_reads.h"
#include "target/code_coverage.h"
#include "target/program_facts.h"
#include "target/site_table.h"
#include "target/symbol_table.h"
#include "target/weaker_orders.h"

namespace selvage::target {

struct ModuleImage {
  std::string path;
  std::optional<SiteTable> sites;     // nothing: not instrumented
  std::optional<ProgramFacts> facts;  // nothing: none, or of another version
  SymbolTable symbols;
  std::vector<WeakerOrder> weaker_orders;
  std::vector<ClockReadPlace> clock_reads;
  CodeCoverage coverage;                       // zero if not instrumented
  FileAddress runtime_begin{}, runtime_end{};  // Selvage's own code in an executable
  std::vector<std::string> needed_libraries;
};

// Throws ElfError.
ModuleImage read_module(const ElfFile& file, const std::string& path);

// The program to be tested. Throws Error with a sentence for the user if it is not an executable, not
// instrumented, or built by another version.
ModuleImage load_program(const std::string& path);

// A shared library that the program has loaded. One that cannot be read counts as not instrumented and
// nameless.
ModuleImage load_library(const std::string& path);

}  // namespace selvage::target
