// Where the program's own code asks for memory orders weaker than sequential consistency, under which it is explored.
//
// Section selvage_orders of an instrumented file: OrderRecord[], one per place and kind of operation. Orders that headers of the system choose for
// themselves, as those of std::shared_ptr, are not among them.
#pragma once

#include <stdint.h>

#include "contract/site.h"

namespace selvage {

inline constexpr const char* kOrdersSection = "selvage_orders";

struct OrderRecord {
  uint32_t file;  // offset into selvage_strings
  uint32_t line;
  uint16_t column;
  MemoryOrder order;    // the weakest that is asked for there
  Operation operation;  // None: a call that does the access
};
static_assert(sizeof(OrderRecord) == 12);

}  // namespace selvage
