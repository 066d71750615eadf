#include "cli/show/heap_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/show/shown_places.h"

namespace selvage::cli {

HeapBlocks::HeapBlocks(const target::ExecutionView& execution, Names& names) {
  std::vector<uint64_t> addresses;
  auto add = [&](const HeapBlock& block, uint64_t address) {
    if (block.address == 0) return;
    note(block);
    addresses.push_back(address);
  };
  for (target::EventView event : execution.events()) {
    add(event.object_block(), event.event->object);
    add(event.value_block(), event.event->value);
  }
  name_them(names);
  names.block_names.clear();
  for (const auto& [address, known] : known_) names.block_names.emplace(address, blocks_[known.index].name);
  for (uint64_t address : addresses) {
    std::optional<uint32_t> block = at(address);
    if (!block || address == in_order_[*block].address) continue;
    names.block_names.emplace(address, fmt::format("{}+{}", blocks_[*block].name, address - in_order_[*block].address));
  }
}

std::optional<uint32_t> HeapBlocks::at(uint64_t address) const {
  auto behind = known_.upper_bound(address);
  if (behind == known_.begin()) return std::nullopt;
  const Known& known = std::prev(behind)->second;
  bool is_inside = address - known.block.address < std::max<uint32_t>(known.block.size, 1);
  return is_inside ? std::optional(known.index) : std::nullopt;
}

void HeapBlocks::note(const HeapBlock& block) {
  auto [entry, is_new] = known_.emplace(block.address, Known{block, static_cast<uint32_t>(in_order_.size())});
  if (is_new) in_order_.push_back(block);
}

// Of several with the same type each has a number.
void HeapBlocks::name_them(const Names& names) {
  std::map<std::string, uint32_t> count, number;
  for (const HeapBlock& block : in_order_) {
    target::Site site = names.modules.site(target::SiteId{block.site});
    bool is_typed = (site.flags & kSiteCall) != 0 && site.size != 0;
    report::Place place = place_of(block.site, names);
    blocks_.push_back({"", is_typed ? site.variable : "", block.size, place});
    ++count[blocks_.back().type];
  }
  for (report::Block& block : blocks_) {
    std::string name = block.type.empty() ? "block" : block.type;
    bool is_only_one = count[block.type] == 1;
    block.name = is_only_one ? name : fmt::format("{} #{}", name, ++number[block.type]);
  }
}

}  // namespace selvage::cli
