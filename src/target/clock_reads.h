// Where an instrumented file's own code reads the clock, as the instrumentation wrote it down (contract/clock_reads.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "target/elf_file.h"

namespace selvage::target {

struct ClockReadPlace {
  std::string file;
  uint32_t line = 0;
};

class SiteTable;

// Throws ElfError if what the file says does not fit together.
std::vector<ClockReadPlace> read_clock_reads(const ElfFile& file, const SiteTable& sites);

}  // namespace selvage::target
