#include "cli/show/heap_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/show/shown_places.h"

namespace selvage::cli {

HeapBlocks::HeapBlocks(const target::ExecutionView& execution, const Names& names) {
  for (target::EventView event : execution.events()) {
    note(event.object_block(), event.event->object);
    note(event.value_block(), event.event->value);
  }
  describe(names);
}

void HeapBlocks::give_names(Names& names) const {
  names.block_names.clear();
  for (const auto& [address, index] : index_) names.block_names.emplace(address, blocks_[index].name);
  for (uint64_t address : addresses_) {
    std::optional<uint32_t> block = at(address);
    if (!block) continue;
    uint64_t offset = address - in_order_[*block].address;
    if (offset != 0) names.block_names.emplace(address, fmt::format("{}+{}", blocks_[*block].name, offset));
  }
}

std::optional<uint32_t> HeapBlocks::at(uint64_t address) const {
  auto behind = index_.upper_bound(address);
  if (behind == index_.begin()) return std::nullopt;
  uint32_t index = std::prev(behind)->second;
  const HeapBlock& block = in_order_[index];
  return address - block.address < std::max<uint32_t>(block.size, 1) ? std::optional(index) : std::nullopt;
}

void HeapBlocks::note(const HeapBlock& block, uint64_t address) {
  if (block.address == 0) return;
  addresses_.push_back(address);
  auto [entry, is_new] = index_.emplace(block.address, static_cast<uint32_t>(in_order_.size()));
  if (is_new) return in_order_.push_back(block);
  // Memory that was freed and allocated again is one block under one name; what it is for is not the same all the time.
  HeapBlock& known = in_order_[entry->second];
  if (known.site != block.site) known.site = 0;
  known.size = std::max(known.size, block.size);
}

// Of several with the same type each has a number.
void HeapBlocks::describe(const Names& names) {
  std::map<std::string, uint32_t> count, number;
  for (const HeapBlock& block : in_order_) {
    target::Site site = names.modules.site(target::SiteId{block.site});
    bool is_typed = (site.flags & kSiteCall) != 0 && site.size != 0;
    blocks_.push_back({"", is_typed ? site.variable : "", block.size, place_of(block.site, names)});
    ++count[blocks_.back().type];
  }
  for (report::Block& block : blocks_) {
    std::string name = block.type.empty() ? "block" : block.type;
    bool is_only_one = count[block.type] == 1;
    block.name = is_only_one ? name : fmt::format("{} #{}", name, ++number[block.type]);
  }
}

}  // namespace selvage::cli
