#include "target/weaker_orders.h"

#include <cstring>

#include "contract/weaker_orders.h"
#include "target/site_table.h"

namespace selvage::target {

const char* order_name(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::Relaxed:
      return "relaxed";
    case MemoryOrder::Consume:
      return "consume";
    case MemoryOrder::Acquire:
      return "acquire";
    case MemoryOrder::Release:
      return "release";
    case MemoryOrder::AcquireRelease:
      return "acq_rel";
    default:
      return "seq_cst";
  }
}

std::vector<WeakerOrder> read_weaker_orders(const ElfFile& file, const SiteTable& sites) {
  const ElfSection* section = file.find_section(kOrdersSection);
  if (section == nullptr) return {};
  std::vector<std::byte> bytes = file.contents(*section);
  std::vector<WeakerOrder> orders;
  for (size_t at = 0; at + sizeof(OrderRecord) <= bytes.size(); at += sizeof(OrderRecord)) {
    OrderRecord record;
    std::memcpy(&record, bytes.data() + at, sizeof(record));
    if (record.order >= MemoryOrder::SequentiallyConsistent) throw ElfError("its section selvage_orders is damaged");
    orders.push_back({sites.text(record.file), record.line, record.column, record.order});
  }
  return orders;
}

}  // namespace selvage::target
