// The atoms of a check: those on the command line, and those in the program's own code.
#pragma once

#include <string>
#include <vector>

#include "contract/atoms.h"
#include "target/elf_file.h"

namespace selvage::atoms {

// `--atom 'name: condition'`
struct AtomDefinition {
  std::string name;
  std::string condition;
};

// Splits the option's text. Throws target::Error (usage).
AtomDefinition parse_definition(const std::string& text);

// What a program states itself (SELVAGE_ATOM and SELVAGE_LTL in selvage.h).
struct OwnAtoms {
  struct Function {
    std::string name;
    uint64_t address;  // in the file
  };
  std::vector<Function> functions;
  std::vector<std::string> formulas;
};
OwnAtoms own_atoms(const target::ElfFile& file);

// Code for those of the atoms that formulas use, numbered as in `names`. Throws target::Error (usage) where one is not
// defined, defined twice or does not compile.
std::vector<SharedLocation> compile_atoms(const std::vector<std::string>& names,
                                          const std::vector<AtomDefinition>& definitions, const OwnAtoms& own,
                                          const target::ElfFile& file, uint64_t load_address);

}  // namespace selvage::atoms
