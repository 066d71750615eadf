// Call stacks by number: a step of a search has only so much room, and the same few stacks come again and again.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace selvage::cli {

class StackTable {
 public:
  // Any thread may ask. 0 is the empty stack.
  uint32_t number_of(std::span<const uint64_t> stack);
  std::vector<uint64_t> stack(uint32_t number) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::vector<uint64_t>, uint32_t> numbers_;
  std::vector<std::vector<uint64_t>> stacks_ = {{}};
};

}  // namespace selvage::cli
