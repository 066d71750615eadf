#include "target/clock_reads.h"

#include <cstring>

#include "contract/clock_reads.h"
#include "target/site_table.h"

namespace selvage::target {

std::vector<ClockReadPlace> read_clock_reads(const ElfFile& file, const SiteTable& sites) {
  const ElfSection* section = file.find_section(kClocksSection);
  if (section == nullptr) return {};
  std::vector<std::byte> bytes = file.contents(*section);
  std::vector<ClockReadPlace> places;
  for (size_t at = 0; at + sizeof(ClockReadRecord) <= bytes.size(); at += sizeof(ClockReadRecord)) {
    ClockReadRecord record;
    std::memcpy(&record, bytes.data() + at, sizeof(record));
    places.push_back({sites.text(record.file), record.line});
  }
  return places;
}

}  // namespace selvage::target
