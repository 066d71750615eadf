// The named objects and functions of one executable or shared object, found by address.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "target/elf_file.h"
#include "target/ids.h"

namespace selvage::target {

struct SymbolOffset {
  std::string name;  // demangled
  uint64_t offset;   // bytes from the symbol's start
};

struct NamedObject {
  FileAddress address;
  uint64_t size;
};

class SymbolTable {
 public:
  SymbolTable() = default;
  explicit SymbolTable(std::vector<ElfSymbol> symbols);

  std::optional<SymbolOffset> find_object(FileAddress address) const { return find(objects_, address); }
  // The object of this name, as find_object gives it; nothing where several have it.
  std::optional<NamedObject> find_named(const std::string& name) const;
  std::optional<SymbolOffset> find_function(FileAddress address) const { return find(functions_, address); }
  // All functions that the user may mean by this name: with or without parameters.
  std::vector<NamedObject> functions_named(const std::string& name) const;

 private:
  struct Entry {
    uint64_t address, size;
    std::string name;
  };
  static void sort(std::vector<Entry>& entries);
  static std::optional<SymbolOffset> find(const std::vector<Entry>& entries, FileAddress address);

  std::vector<Entry> objects_, functions_;  // sorted by address, one entry per address
};

}  // namespace selvage::target
