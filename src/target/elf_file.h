// A small reader of 64-bit ELF files: sections, symbols, needed libraries.
//
// The file is somebody else's and may be damaged on purpose: every offset and size is checked against the
// bytes that are there, and what does not fit is an ElfError, never a crash and never a huge allocation.
#pragma once

#include <elf.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "target/byte_source.h"
#include "target/ids.h"

namespace selvage::target {

class ElfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ElfSection {
  std::string name;
  uint32_t type;
  uint64_t flags;
  FileAddress address;
  uint64_t offset, size;
  uint64_t entry_size;
  uint32_t link;
};

struct ElfSymbol {
  enum class Kind { Function, Object, Other };
  std::string name;
  Kind kind;
  FileAddress address;
  uint64_t size;
  uint32_t section;  // index; meaningful for defined symbols only
  bool defined;
};

class ElfFile {
 public:
  // Throws ElfError if this is not an ELF file of this machine, or damaged.
  explicit ElfFile(std::unique_ptr<ByteSource> source);

  // An executable (position-independent or not), as opposed to an object file or a core dump. Shared objects
  // cannot be told from position-independent executables by type alone; see has_interpreter.
  bool is_loadable() const { return header_.e_type == ET_EXEC || header_.e_type == ET_DYN; }
  bool has_interpreter() const { return has_interpreter_; }

  const std::vector<ElfSection>& sections() const { return sections_; }
  const ElfSection* find_section(std::string_view name) const;
  // The section's contents; throws ElfError if they are not in the file.
  std::vector<std::byte> contents(const ElfSection& section) const;

  // All symbols of .symtab, or of .dynsym in a stripped file.
  std::vector<ElfSymbol> symbols() const;
  // DT_NEEDED, in order.
  std::vector<std::string> needed_libraries() const;

 private:
  template <typename Record>
  std::vector<Record> read_records(uint64_t offset, uint64_t count) const;
  void read_sections();
  void read_segments();
  const ElfSection* symbol_section() const;

  std::unique_ptr<ByteSource> source_;
  Elf64_Ehdr header_{};
  std::vector<ElfSection> sections_;
  bool has_interpreter_ = false;
};

}  // namespace selvage::target
