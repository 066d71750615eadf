// The site table that the instrumentation wrote into an executable or shared object (contract/site.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contract/site.h"
#include "target/elf_file.h"

namespace selvage::target {

struct Site {
  std::string file, function, variable;  // empty: unknown; function as the compiler names it, mangled
  uint32_t line = 0;
  uint32_t column = 0;
  Operation operation = Operation::None;
  uint8_t flags = 0;  // SiteFlags
  uint32_t size = 0;
};

class SiteTable {
 public:
  // Nothing if the file is not instrumented; throws ElfError if what it says about itself does not fit
  // together.
  static std::optional<SiteTable> read(const ElfFile& file);

  uint32_t contract_version() const { return module_.contract_version; }
  bool has_atomic_volatiles() const { return (module_.properties & kVolatileAtomic) != 0; }
  uint32_t skipped_functions() const { return module_.skipped_function_count; }
  uint32_t inline_assembly() const { return module_.inline_assembly_count; }
  size_t size() const { return sites_.size(); }
  // The site at a position in the table; an unknown one past its end.
  Site site(size_t index) const;
  // Where instrumented functions begin, sorted.
  const std::vector<FileAddress>& functions() const { return functions_; }
  // A string of the file; empty past the end.
  std::string text(uint32_t offset) const;

 private:
  ModuleRecord module_{};
  std::vector<SiteRecord> sites_;
  std::vector<std::byte> strings_;
  std::vector<FileAddress> functions_;
};

}  // namespace selvage::target
