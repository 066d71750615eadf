// Where an instrumented file's own code asks for memory orders weaker than sequential consistency, as the instrumentation
// wrote it down (contract/weaker_orders.h).
#pragma once

#include <string>
#include <vector>

#include "contract/site.h"
#include "target/elf_file.h"

namespace selvage::target {

struct WeakerOrder {
  std::string file;
  uint32_t line = 0, column = 0;
  MemoryOrder order = MemoryOrder::Relaxed;
};

// As C and C++ name it: "relaxed", "acq_rel".
const char* order_name(MemoryOrder order);

class SiteTable;

// Throws ElfError if what the file says does not fit together.
std::vector<WeakerOrder> read_weaker_orders(const ElfFile& file, const SiteTable& sites);

}  // namespace selvage::target
