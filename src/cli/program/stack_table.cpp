#include "cli/program/stack_table.h"

namespace selvage::cli {

uint32_t StackTable::number_of(std::span<const uint64_t> stack) {
  if (stack.empty()) return 0;
  std::vector<uint64_t> frames(stack.begin(), stack.end());
  std::lock_guard lock(mutex_);
  auto [known, is_new] = numbers_.try_emplace(std::move(frames), static_cast<uint32_t>(stacks_.size()));
  if (is_new) stacks_.push_back(known->first);
  return known->second;
}

std::vector<uint64_t> StackTable::stack(uint32_t number) const {
  std::lock_guard lock(mutex_);
  return number < stacks_.size() ? stacks_[number] : std::vector<uint64_t>();
}

}  // namespace selvage::cli
