// How much of a module's own code Selvage sees: what was compiled without the wrappers runs, but its memory
// accesses are invisible, and every claim must say how much code that is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "target/elf_file.h"
#include "target/ids.h"
#include "target/site_table.h"

namespace selvage::target {

struct CodeCoverage {
  uint64_t instrumented_functions = 0, instrumented_bytes = 0;
  uint64_t other_functions = 0, other_bytes = 0;
  std::vector<std::string> other_names;  // demangled, largest first, at most kMaxOtherNames

  struct Range {
    FileAddress begin, end;
  };
  std::vector<Range> other_code;  // of one module, by address

  bool is_other(FileAddress address) const;

  static constexpr size_t kMaxOtherNames = 20;
};

// Selvage's runtime and what language_runtimes.h names do not count as the program's code.
CodeCoverage measure_coverage(const ElfFile& file, const SiteTable& sites);

}  // namespace selvage::target
