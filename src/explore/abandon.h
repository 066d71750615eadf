// A search that ends because the command has no time left is not taken apart: to free millions of tasks takes as long as a
// second, and the process is about to end.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "explore/search.h"

namespace selvage::explore {

template <typename What>
void abandon_if_late(std::unique_ptr<What> what, const std::atomic<End>* stop) {
  if (stop == nullptr || *stop != End::TimeLimit) return;
  // Reachable until the end of the process.
  static auto* abandoned = new std::vector<std::unique_ptr<What>>();
  abandoned->push_back(std::move(what));
}

}  // namespace selvage::explore
