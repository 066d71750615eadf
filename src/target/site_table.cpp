#include "target/site_table.h"

#include <algorithm>
#include <cstring>

#include "contract/channel.h"

namespace selvage::target {
namespace {

static_assert(offsetof(ModuleRecord, magic) == 0 && offsetof(ModuleRecord, contract_version) == sizeof(uint32_t));

template <typename Record>
std::vector<Record> records_of(const ElfFile& file, std::string_view name, uint64_t count) {
  const ElfSection* section = file.find_section(name);
  if (section == nullptr) {
    if (count == 0) return {};
    throw ElfError("its section " + std::string(name) + " is missing");
  }
  std::vector<std::byte> bytes = file.contents(*section);
  if (count > bytes.size() / sizeof(Record)) throw ElfError("its section " + std::string(name) + " is too short");
  std::vector<Record> records(count);
  if (count != 0) std::memcpy(records.data(), bytes.data(), count * sizeof(Record));
  return records;
}

std::vector<FileAddress> function_addresses(const ElfFile& file, uint64_t count) {
  std::vector<int32_t> distances = records_of<int32_t>(file, "selvage_functions", count);
  if (distances.empty()) return {};
  uint64_t entry = number(file.find_section("selvage_functions")->address);
  std::vector<FileAddress> addresses;
  for (int32_t distance : distances) {
    addresses.push_back(FileAddress{entry + static_cast<uint64_t>(int64_t{distance})});
    entry += sizeof(int32_t);
  }
  std::ranges::sort(addresses);
  return addresses;
}

}  // namespace

std::optional<SiteTable> SiteTable::read(const ElfFile& file) {
  if (file.find_section("selvage_module") == nullptr) return std::nullopt;
  SiteTable table;
  // The layout of everything else may differ between versions, that of this record too: the caller sees the version first.
  std::vector<uint32_t> beginning = records_of<uint32_t>(file, "selvage_module", 2);
  if (beginning[0] != kModuleMagic) throw ElfError("its section selvage_module is damaged");
  table.module_.contract_version = beginning[1];
  if (table.module_.contract_version != kContractVersion) return table;
  table.module_ = records_of<ModuleRecord>(file, "selvage_module", 1).front();
  table.sites_ = records_of<SiteRecord>(file, "selvage_sites", table.module_.site_count);
  table.strings_ = records_of<std::byte>(file, "selvage_strings", table.module_.strings_size);
  table.functions_ = function_addresses(file, table.module_.function_count);
  return table;
}

std::string SiteTable::text(uint32_t offset) const {
  if (offset >= strings_.size()) return {};
  const char* begin = reinterpret_cast<const char*>(strings_.data()) + offset;
  return std::string(begin, strnlen(begin, strings_.size() - offset));
}

Site SiteTable::site(size_t index) const {
  if (index >= sites_.size()) return {};
  const SiteRecord& record = sites_[index];
  bool known = static_cast<unsigned>(record.operation) < kOperationCount;
  return {.file = text(record.file),
          .function = text(record.function),
          .variable = text(record.variable),
          .line = record.line,
          .column = record.column,
          .operation = known ? record.operation : Operation::None,
          .flags = record.flags,
          .size = record.size};
}

}  // namespace selvage::target
