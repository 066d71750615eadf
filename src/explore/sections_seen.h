// What sections did in parts of a search that different processes explored, put together: one that did different things in
// different parts is not steady (explore/sections.h), though every part by itself saw nothing wrong with it.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "contract/channel.h"

namespace selvage::explore {

struct SectionSeen {
  uint64_t key = 0;   // what tells it apart: its entry in the table of shared locations, should it not be steady
  uint64_t what = 0;  // hash of what it did
  uint64_t is_block = 0;

  bool operator==(const SectionSeen&) const = default;
};

class SectionsSeen {
 public:
  void clear() { did_.clear(); }
  // What a part saw. Returns entries for the table that the search has to start over with. `blocks`: atomic blocks are
  // looked into.
  std::vector<SharedLocation> take_in(std::span<const SectionSeen> part, bool blocks);

 private:
  std::unordered_map<uint64_t, uint64_t> did_;
};

}  // namespace selvage::explore
